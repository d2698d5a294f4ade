/** Declares the lists of master data: calls, columns, fields. MasterList implements the rest. */
import type { Endpoint } from '#kernel/contract/index.ts'
import { t, tr, type Callable, type TableColumn, type FormItem, type ListRowOf, type SentOf } from '#kernel/web/index.ts'
import { settings as s } from '../contract/endpoints.ts'
import type { MasterItem, MasterKind } from '../contract/kinds.ts'

export interface MasterRow {
  id: number
  name: string
  status?: number
  uses?: number
  use?: number
  [field: string]: unknown
}
type Call = Callable & Pick<Endpoint, 'input' | 'output'>
export interface ListDef {
  /** Key of the saved order; without it and `order` the list has a fixed order. */
  kind?: MasterKind | 'level'
  title: string
  hint?: string
  list: Call
  save: Call
  /** The update call, if different from the create call. */
  change?: Call
  remove: Call
  /** Input of the list besides store and size. */
  asks?: Readonly<Record<string, unknown>>
  /** The call that saves the order, if it belongs to another module. */
  order?: Call
  columns: ReadonlyArray<TableColumn<MasterRow>>
  fields: ReadonlyArray<FormItem<string>>
  /** A field that references another list. */
  choices?: { field: string; call: Call; use?: number }
  blank?: Partial<MasterRow>
  /** Lists to refetch because they also show these rows. */
  also?: readonly Callable[]
  wide?: boolean
  noStatus?: boolean
  noUses?: boolean
}
interface Declared<L, S> extends Omit<ListDef, 'columns' | 'fields' | 'list' | 'save'> {
  list: L
  save: S
  columns: ReadonlyArray<TableColumn<ListRowOf<L>>>
  fields: ReadonlyArray<FormItem<keyof SentOf<S> & string>>
}
/** Columns and fields are type-checked against the calls here; the list treats all kinds alike. */
export const declareList = <const L extends Call, const S extends Call>(list: Declared<L, S>): ListDef => list as unknown as ListDef

const colours: Readonly<Record<MasterItem<'tag'>['color'], string>> = {
  teal: 'var(--c-primary)',
  blue: 'var(--c-info)',
  green: 'var(--c-ok)',
  amber: 'var(--c-warn)',
  red: 'var(--c-bad)',
  grey: 'var(--c-ink3)',
}
const names: Readonly<Record<MasterItem<'tag'>['color'], string>> = {
  teal: '青',
  blue: '蓝',
  green: '绿',
  amber: '黄',
  red: '红',
  grey: '灰',
}

export const tagList = declareList({
  kind: 'tag',
  title: '标签',
  hint: '贴在会员上，便于筛选与回访',
  list: s['settings.tag.list'],
  save: s['settings.tag.save'],
  remove: s['settings.tag.delete'],
  columns: [
    'name',
    {
      key: 'color',
      render: (r) => (
        <span className="swatch" style={{ ['--swatch' as string]: colours[r.color] }}>
          {tr(names[r.color])}
        </span>
      ),
    },
    'note',
  ],
  fields: [
    { key: 'name', span: 12 },
    { key: 'color', span: 12 },
    { key: 'note', span: 12 },
  ],
})
export const levelList = declareList({
  kind: 'level',
  title: '会员等级',
  hint: '折扣 10 为不打折；累计消费达到金额的会员自动升级，不填则只由人工设置',
  list: s['settings.level.list'],
  save: s['settings.level.save'],
  remove: s['settings.level.delete'],
  noStatus: true,
  blank: { discount: 10, pointMultiple: 1 },
  columns: ['name', 'discount', 'pointMultiple', 'upgradeSpend'],
  fields: [{ key: 'name', span: 12 }, 'discount', 'pointMultiple', { key: 'upgradeSpend', span: 12 }],
})
const typeList = declareList({
  kind: 'type',
  title: '类型',
  hint: '供项目、训练、模板选择的分类',
  list: s['settings.type.list'],
  save: s['settings.type.save'],
  remove: s['settings.type.delete'],
  columns: ['name', 'use', 'note'],
  fields: [
    { key: 'use', span: 12 },
    { key: 'name', span: 12 },
    { key: 'note', span: 12 },
  ],
})
const meditems = declareList({
  kind: 'meditem',
  title: '医疗项目',
  list: s['settings.meditem.list'],
  save: s['settings.meditem.save'],
  remove: s['settings.meditem.delete'],
  choices: { field: 'type', call: s['settings.type.list'], use: 1 },
  also: [s['settings.type.list']],
  noUses: true,
  columns: ['name', 'code', 'unit', 'price', 'note'],
  fields: ['name', 'code', 'unit', 'price', 'type', 'note'],
})
const drugs = declareList({
  kind: 'drug',
  title: '药品',
  hint: '开药品处方时选择；成分与交叉过敏用顿号分开，与会员过敏史相符时要求确认',
  list: s['settings.drug.list'],
  save: s['settings.drug.create'],
  change: s['settings.drug.update'],
  remove: s['settings.drug.delete'],
  wide: true,
  noUses: true,
  columns: ['name', 'form', 'spec', 'dose', 'frequency', 'route', 'allergens'],
  fields: ['name', 'form', 'spec', 'unit', 'dose', 'frequency', 'route', 'days', { key: 'allergens', span: 12 }, 'note'],
})
const complaints = declareList({
  kind: 'main-suit',
  title: '主诉',
  hint: '写病历时点选',
  list: s['settings.main-suit.list'],
  save: s['settings.main-suit.create'],
  change: s['settings.main-suit.update'],
  remove: s['settings.main-suit.delete'],
  noUses: true,
  columns: ['name', 'type', 'note'],
  fields: [
    { key: 'name', span: 12 },
    { key: 'type', span: 12 },
    { key: 'note', span: 12 },
  ],
})
const caseTemplates = declareList({
  kind: 'medical-template',
  title: '病历模板',
  list: s['settings.medical-templates.list'],
  save: s['settings.medical-templates.create'],
  change: s['settings.medical-templates.update'],
  remove: s['settings.medical-templates.delete'],
  wide: true,
  noUses: true,
  columns: ['name', 'abbr', 'type', 'diagnosis', 'nextDays'],
  fields: [
    'name',
    { key: 'abbr', hint: t`在病历里输入 ,缩写 再按空格即套用` },
    'type',
    'chiefComplaint',
    'history',
    'findings',
    'diagnosis',
    'advice',
    'nextDays',
  ],
})
const days = (steps: ReadonlyArray<{ days: number }>) => steps.map((step) => step.days).join('、')
const reservationTemplates = declareList({
  kind: 'reservation-template',
  title: '预约模板',
  hint: '一次约好一串复查',
  list: s['reservations.templates.list'],
  save: s['reservations.templates.save'],
  remove: s['reservations.templates.delete'],
  choices: { field: 'type', call: s['settings.type.list'], use: 4 },
  also: [s['settings.type.list']],
  wide: true,
  noUses: true,
  columns: ['name', 'minutes', { key: 'steps', title: '日程', render: (r) => t`第 ${days(r.steps)} 天` }],
  fields: ['name', 'minutes', 'type', { key: 'steps', label: '日程' }],
})
export const revisitTypes = declareList({
  kind: 'revisit-type',
  title: '回访类型',
  hint: '话术里的 {name}{store}{lastVisit}{doctor} 会自动填上；写了对照话术时两种各用一半，效果在效果追踪里比较',
  list: s['revisits.types.list'],
  save: s['revisits.types.save'],
  remove: s['revisits.types.delete'],
  wide: true,
  columns: ['name', 'taskType', 'channel', 'urgency', 'dueDays', 'script'],
  fields: [
    { key: 'name', span: 12 },
    { key: 'taskType', span: 12 },
    'channel',
    'urgency',
    'dueDays',
    { key: 'script', span: 12 },
    { key: 'scriptB', span: 12 },
  ],
})
export const revisitTemplates = declareList({
  kind: 'revisit-template',
  title: '回访模板',
  list: s['revisits.templates.list'],
  save: s['revisits.templates.save'],
  remove: s['revisits.templates.delete'],
  choices: { field: 'type', call: s['revisits.types.list'] },
  also: [s['revisits.types.list']],
  wide: true,
  noUses: true,
  columns: ['name', { key: 'steps', title: '计划', render: (r) => t`第 ${days(r.steps)} 天` }],
  fields: [{ key: 'name', span: 12 }, 'type', { key: 'steps', label: '计划' }],
})
const trainPrograms = declareList({
  kind: 'train-program',
  title: '训练项目',
  list: s['train-program.list'],
  save: s['train-program.save'],
  remove: s['train-program.delete'],
  choices: { field: 'type', call: s['settings.type.list'], use: 2 },
  also: [s['settings.type.list']],
  noUses: true,
  columns: ['name', 'eye', 'minutes', 'perWeek', 'equipment'],
  fields: [{ key: 'name', span: 12 }, { key: 'eye', span: 12 }, 'minutes', 'perWeek', 'type', { key: 'equipment', span: 12 }, 'content'],
})
const egPrograms = declareList({
  kind: 'eg-program',
  title: '护眼项目',
  list: s['settings.eg-program.list'],
  save: s['settings.eg-program.create'],
  change: s['settings.eg-program.update'],
  remove: s['settings.eg-program.delete'],
  columns: ['name', 'minutes', 'perDay', 'content'],
  fields: [{ key: 'name', span: 12 }, 'minutes', 'perDay', 'content'],
})
const egCombinations = declareList({
  kind: 'eg-combination',
  title: '护眼组合',
  list: s['settings.eg-combination.list'],
  save: s['settings.eg-combination.create'],
  change: s['settings.eg-combination.update'],
  remove: s['settings.eg-combination.delete'],
  choices: { field: 'programIds', call: s['settings.eg-program.list'] },
  also: [s['settings.eg-program.list']],
  noUses: true,
  columns: ['name', 'weeks', 'price'],
  fields: [{ key: 'name', span: 12 }, 'programIds', 'weeks', 'price', 'note'],
})
const notices = declareList({
  kind: 'notice',
  title: '公告',
  hint: '显示在今日工作台',
  list: s['settings.notice.list'],
  save: s['settings.notice.create'],
  change: s['settings.notice.update'],
  remove: s['settings.notice.delete'],
  also: [s['settings.notices-today']],
  noUses: true,
  columns: ['name', 'startDate', 'endDate', 'pinned'],
  fields: [{ key: 'name', span: 12 }, 'content', 'startDate', 'endDate', 'pinned'],
})
const chargeSettings = declareList({
  kind: 'charge-setting',
  title: '储值设置',
  hint: '单次与余额的限额；启用的每一条都须满足',
  list: s['settings.charge-settings.list'],
  save: s['settings.charge-settings.create'],
  change: s['settings.charge-settings.update'],
  remove: s['settings.charge-settings.delete'],
  blank: { canRefund: true },
  noUses: true,
  columns: ['name', 'minMoney', 'maxMoney', 'maxBalance', 'canRefund'],
  fields: [
    { key: 'name', span: 12 },
    'minMoney',
    'maxMoney',
    { key: 'maxBalance', hint: t`记名卡单张不超过 5,000 元，不记名卡不超过 1,000 元（《单用途商业预付卡管理办法（试行）》第十八条）` },
    'canRefund',
    'note',
  ],
})
const examTemplates = declareList({
  kind: 'exam-template',
  title: '检查模板',
  hint: '已写的检查保留当时的模板',
  list: s['settings.exam-templates.list'],
  save: s['settings.exam-templates.create'],
  change: s['settings.exam-templates.update'],
  remove: s['settings.exam-templates.delete'],
  wide: true,
  columns: ['name', 'use', { key: 'items', title: '项目', render: (r) => r.items.map((item) => item.label).join('、') }],
  fields: ['name', 'use', { key: 'items', label: '项目' }, { key: 'bands', label: '等级' }],
})
const okLimits = declareList({
  kind: 'ok-limits',
  title: '塑形适应症界值',
  hint: '排在最前的启用项生效；没有时用系统默认值',
  list: s['settings.ok-limits.list'],
  save: s['settings.ok-limits.create'],
  change: s['settings.ok-limits.update'],
  remove: s['settings.ok-limits.delete'],
  wide: true,
  noUses: true,
  columns: ['name', 'author', 'decidedOn', 'source'],
  fields: [
    { key: 'name', span: 12 },
    'author',
    'decidedOn',
    { key: 'source', span: 12 },
    ...(['ageMin', 'sphereMin', 'sphereMax', 'cylinderWith', 'cylinderAgainst', 'ratioMin', 'kMin', 'kMax', 'deltaKMax'] as const),
    ...(['eccMin', 'eccMax', 'pupilMax', 'hvidMin', 'hvidMax', 'iopMin', 'iopMax', 'cctMin'] as const),
  ],
})
const okDesigns = declareList({
  kind: 'ok-design',
  title: '塑形镜设计',
  hint: '试算只在这张表的范围内给出建议',
  list: s['settings.ok-designs.list'],
  save: s['settings.ok-designs.create'],
  change: s['settings.ok-designs.update'],
  remove: s['settings.ok-designs.delete'],
  wide: true,
  columns: ['name', 'brand', 'family', 'factor', 'months'],
  fields: ['name', 'brand', 'family', 'factor', 'bcMin', 'bcMax', 'bcStep', 'dia', 'targetMin', 'targetMax', 'months'],
})
/** Lists of the operation screen, by group. */
export const operationLists: ReadonlyArray<{ title: string; lists: readonly ListDef[] }> = [
  { title: '诊疗', lists: [typeList, meditems, drugs, complaints, caseTemplates, examTemplates] },
  { title: '预约与回访', lists: [reservationTemplates, revisitTypes, revisitTemplates] },
  { title: '角膜塑形', lists: [okLimits, okDesigns] },
  { title: '训练与护眼', lists: [trainPrograms, egPrograms, egCombinations] },
  { title: '门店', lists: [notices, chargeSettings] },
]
