import {
  canonicalNumber,
  axis,
  choice,
  clinical,
  count,
  date,
  flag,
  id,
  measure,
  moment,
  name,
  note,
  status,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { acuity } from '#modules/exams/contract/fields.ts'
import { corrections } from './compute.ts'
import { items } from './entry.ts'
import { screeningReferral, screeningResult, screeningTask } from './states.results.ts'

const item = word('项目', items)
export const opId = text('记录号', { max: 36 }).regex(/^[0-9a-f-]{36}$/, '应为 36 位记录号')
export const deviceId = text('平板', { max: 36 }).regex(/^[0-9a-f-]{36}$/, '应为 36 位设备号')
/** Codes without 0, 1, I and O, which people mistake for each other. */
export const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const code = (label: string) =>
  z
    .string()
    .overwrite((typed) => canonicalNumber(typed).replaceAll('-', ''))
    .regex(/^[2-9A-HJ-NP-Z]{8}$/, '应为 8 位，不含 0、1、I、O')
    .meta({ label, format: 'text' })
const terms = { 1: '秋季', 2: '春季' } as const

export const taskFields = {
  id: id('筛查任务'),
  hid: id('门店'),
  schoolId: id('学校').nullable(),
  name: name('任务名称', { max: 60 }),
  schoolYear: count('学年', { min: 2000, max: 2199 }),
  term: choice('学期', terms),
  items: z.array(item).min(1).max(12).meta({ label: '项目' }),
  standard: text('标准'),
  myopiaOperator: word('−0.50 D 的判定', { '<': '小于', '<=': '小于或等于' }),
  startOn: date('开始日期'),
  endOn: date('结束日期'),
  lux: count('视力表照度', { min: 1, max: 10_000, unit: 'lx', source: 'GB 11533-2011' }).nullable(),
  chartDistance: measure('检查距离', { block: [2, 6], unit: 'm', step: 0.5, decimals: 1, source: 'GB 11533-2011' }).nullable(),
  /** Planned: who examines, and the serial numbers of the instruments. */
  examiners: z.array(id('检查者')).max(40).meta({ label: '检查者' }),
  devices: z.array(name('仪器')).max(40).meta({ label: '仪器' }),
  feedbackOn: date('反馈日期').nullable(),
  note: note('备注', 500).nullable(),
  status: status('状态', screeningTask),
  version: count('版本'),
}

const side = <B extends string, F extends z.ZodType>(base: B, field: (label: string) => F, label: string) =>
  ({
    [`${base}Od`]: field(`右眼${label}`).meta({ eye: 'od', pair: base }),
    [`${base}Os`]: field(`左眼${label}`).meta({ eye: 'os', pair: base }),
  }) as { [K in `${B}Od` | `${B}Os`]: F }
const acuityCode = (label: string) => word(label, { CF: '指数', HM: '手动', LP: '光感', NLP: '无光感' }).nullable()
const yes = (label: string) => choice(label, { 0: '否', 1: '是' }).nullable()
export const resultFields = {
  id: id('筛查结果'),
  hid: id('门店'),
  taskId: id('筛查任务'),
  studentId: id('学生'),
  schoolYear: taskFields.schoolYear,
  term: taskFields.term,
  age: count('年龄', { max: 130 }).nullable(),
  measuredOn: date('筛查日期').nullable(),
  glassesType: choice('戴镜', { 0: '不戴', 1: '框架镜', 2: '隐形', 3: '夜戴 OK' }).nullable(),
  ...side('ucva', (label) => acuity(label).nullable(), '裸眼视力'),
  ...side('ucvaCode', acuityCode, '裸眼低视力'),
  ...side('cva', (label) => acuity(label).nullable(), '戴镜视力'),
  ...side('cvaCode', acuityCode, '戴镜低视力'),
  ...side('ds', (label) => clinical('sphere', { label }).nullable(), '球镜'),
  ...side('dc', (label) => clinical('cylinder', { label }).nullable(), '柱镜'),
  ...side('ax', (label) => axis(label).nullable(), '轴位'),
  ...side('se', (label) => clinical('sphere', { label, decimals: 3, step: 0.125 }).nullable(), '等效球镜'),
  ...side('al', (label) => clinical('axialLength', { label }).nullable(), '眼轴'),
  ...side('iop', (label) => clinical('pressure', { label }).nullable(), '眼压'),
  height: measure('身高', { block: [40, 220], unit: 'cm', step: 0.1, decimals: 1 }).nullable(),
  weight: measure('体重', { block: [2, 200], unit: 'kg', step: 0.1, decimals: 1 }).nullable(),
  bmi: measure('体质指数', { block: [1, 200], unit: 'kg/m²', step: 0.1, decimals: 1 }).nullable(),
  bmiWord: text('体型').nullable(),
  outerEye: text('外眼', { max: 200 }).nullable(),
  disputed: z.array(text('项目')).meta({ label: '待裁定' }),
  standard: text('标准'),
  poorSight: yes('视力不良'),
  poorSightDegree: choice('视力不良程度', { 1: '轻度', 2: '中度', 3: '重度' }).nullable(),
  screeningMyopia: yes('筛查性近视'),
  preMyopia: yes('前期倾向'),
  hyperopia: yes('远视提示'),
  reserveLow: yes('远视储备不足'),
  astigmatism: yes('散光提示'),
  anisometropia: yes('屈光参差提示'),
  correction: choice('矫正', corrections).nullable(),
  warning: choice('预警', { 0: '0 级', 1: '1 级', 2: '2 级', 3: '3 级' }).nullable(),
  unverified: flag('含待核对原文的界值'),
  forVisit: flag('建议就诊'),
  retest: flag('抽中复测'),
  ctid: id('检查者').nullable(),
  plan: choice('家长打算', { 1: '这周去', 2: '已经看过', 3: '暂时不去' }).nullable(),
  signedAt: moment('签发时间').nullable(),
  status: status('状态', screeningResult),
  version: count('版本'),
}
export const referralFields = {
  id: id('转诊建议'),
  hid: id('门店'),
  taskId: id('筛查任务'),
  resultId: id('筛查结果'),
  studentId: id('学生'),
  toldOn: date('告知日期').nullable(),
  visitedOn: date('就诊日期').nullable(),
  treatedOn: date('处置日期').nullable(),
  remeasuredOn: date('复查日期').nullable(),
  visitedBy: text('就诊依据').nullable(),
  reason: text('原因', { max: 200 }).nullable(),
  status: status('状态', screeningReferral),
  version: count('版本'),
}
