/** What a prescription of training says on paper. */
import { metaOf } from '#kernel/contract/index.ts'
import { PaperTable, t, tr } from '#kernel/web/index.ts'
import { TrainingLine } from '../../contract/prescribe.ts'
import type { RxPrint } from '../../contract/shapes.ts'

const eyes = metaOf(TrainingLine.shape.eye).options ?? {}

export const TrainingContent = ({ of }: { of: RxPrint }) => (
  <PaperTable
    columns={[t`训练项目`, t`眼别`, t`疗程`, t`每周`, t`每次`, t`说明`]}
    rows={of.trainings.map((l) => [
      l.name,
      tr(eyes[l.eye] ?? ''),
      t`${l.weeks} 周`,
      t`${l.perWeek} 次`,
      t`${l.minutes} 分钟`,
      l.note ?? '',
    ])}
  />
)
