/** What first and regular reviews have in common. */
import { date, id, note, word, z, planned } from '#kernel/contract/index.ts'
import type { Body, RecordFault } from './kind.ts'

const decision = word(
  '处理',
  { continue: '继续配戴', educate: '再次教育', pause: '停戴', parameter: '调整参数', renew: '换新片' },
  { tones: { continue: 'ok', educate: 'info', pause: 'bad', parameter: 'warn', renew: 'warn' } },
)
/** Reviews that stop or change a lens say why. */
const EXPLAINED: readonly unknown[] = ['pause', 'parameter', 'renew']
export const reviewFields = {
  /** The hard lens examination of the day: one truth. */
  examId: id('硬镜检查'),
  decision,
  decisionReason: note('处理理由', 500),
  /** Lenses that are stopped: those in use, unless some are named. */
  stopped: z.array(id('镜片')).max(4).meta({ label: '停戴镜片' }),
  nextDate: planned(date('下次复查')),
  advice: note('医嘱', 500),
}
export const reviewFaults = (body: Body, day: string): readonly RecordFault[] => [
  ...(EXPLAINED.includes(body.decision) && !body.decisionReason ? [{ field: 'decisionReason', what: '请填写处理理由' }] : []),
  ...(typeof body.nextDate === 'string' && body.nextDate <= day ? [{ field: 'nextDate', what: '下次复查应在今天之后' }] : []),
]
