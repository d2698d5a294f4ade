/** The kinds of master data: what each has beside its name, order and state. A kind is only declared; list, form, order and deletion are one. */
import {
  choice,
  count,
  date,
  flag,
  id,
  money,
  name,
  note,
  page,
  pageSize,
  text,
  word,
  z,
  inUse,
  status as statusField,
} from '#kernel/contract/index.ts'

const hid = id('门店')
const status = statusField('状态', inUse, { width: 84 })
const own = { id: id('编号'), hid, sort: count('排序'), status, version: count('版本'), uses: count('使用') }
const colours = { teal: '青', blue: '蓝', green: '绿', amber: '黄', red: '红', grey: '灰' } as const
const minutes = count('时长', { min: 1, max: 600, unit: '分钟' }).nullable()
const content = note('内容')

/** Shapes of a kind: the row, and what a save takes. `called` is the label of its name, where that is not the kind's. */
const of = <const F extends z.ZodRawShape>(
  label: string,
  fields: F,
  { called = label, max = 50 }: { called?: string; max?: number } = {},
) => {
  const said = { name: name(called, { max }), ...fields }
  return {
    label,
    row: z.object({ ...own, ...said }),
    /** Legacy save: with an id it changes, without it creates. */
    save: z.object({ id: own.id.optional(), hid, ...said, status: status.default(inUse.is.on) }),
    create: z.object({ hid, ...said, status: status.default(inUse.is.on) }),
    edit: z.object({ id: own.id, hid, ...said, status: status.default(inUse.is.on) }),
  }
}

/** What a type is for: the free lists of the clinic's other forms. */
const typeUse = choice('用途', { 1: '医疗项目', 2: '训练', 3: '回访', 4: '预约', 5: '预约渠道' })

export const kinds = {
  tag: of('标签', { color: word('颜色', colours).default('teal'), note: text('说明').nullable().default(null) }, { max: 20 }),
  type: of('类型', { use: typeUse, note: text('说明').nullable().default(null) }, { max: 30 }),
  meditem: of(
    '医疗项目',
    {
      type: id('分类').nullable().default(null),
      code: text('编码', { max: 30 }).nullable().default(null),
      unit: text('单位', { max: 10 }).nullable().default(null),
      price: money('参考价').nullable().default(null),
      note: note('说明', 500).nullable().default(null),
    },
    { called: '项目' },
  ),
  'train-program': of('训练项目', {
    type: id('分类').nullable().default(null),
    eye: word('眼别', { ou: '双眼', od: '右眼', os: '左眼' }).default('ou'),
    minutes: minutes.default(15),
    perWeek: count('每周次数', { min: 1, max: 21, unit: '次' }).nullable().default(null),
    equipment: text('器材').nullable().default(null),
    content: content.nullable().default(null),
  }),
  'main-suit': of(
    '主诉',
    {
      type: choice('归类', { 1: '视力', 2: '不适', 3: '配镜', 4: '复查', 5: '训练' }),
      note: text('询问要点', { max: 200 }).nullable().default(null),
    },
    { max: 100 },
  ),
  'medical-template': of(
    '病历模板',
    {
      type: choice('用于', { 1: '门诊', 2: '角膜塑形', 3: '视功能', 4: '复查' }),
      chiefComplaint: note('主诉', 500).nullable().default(null),
      history: note('病史').nullable().default(null),
      findings: note('检查所见').nullable().default(null),
      diagnosis: note('诊断', 500).nullable().default(null),
      advice: note('处理与建议').nullable().default(null),
      nextDays: count('复诊间隔', { min: 1, max: 730, unit: '天' }).nullable().default(null),
    },
    { called: '模板名称' },
  ),
  'reservation-template': of(
    '预约模板',
    {
      type: id('预约类型').nullable().default(null),
      minutes: minutes.default(30),
      steps: z
        .array(z.object({ days: count('第几天', { min: 0, max: 730, unit: '天' }), note: text('事项', { max: 100 }) }))
        .min(1)
        .max(24)
        .meta({ label: '日程' }),
    },
    { called: '模板名称' },
  ),
  'revisit-template': of(
    '回访模板',
    {
      type: id('回访类型').nullable().default(null),
      steps: z
        .array(z.object({ days: count('第几天', { min: 0, max: 730, unit: '天' }), content: text('回访内容', { max: 200 }) }))
        .min(1)
        .max(24)
        .meta({ label: '计划' }),
    },
    { called: '模板名称' },
  ),
  'eg-program': of('护眼项目', {
    minutes: minutes.default(10),
    perDay: count('每日次数', { min: 1, max: 12, unit: '次' }).nullable().default(null),
    content: content.nullable().default(null),
  }),
  'eg-combination': of('护眼组合', {
    programIds: z.array(id('护眼项目')).min(1).max(30).meta({ label: '包含项目' }),
    weeks: count('周期', { min: 1, max: 104, unit: '周' }).nullable().default(null),
    price: money('价格').nullable().default(null),
    note: note('说明', 500).nullable().default(null),
  }),
  notice: of(
    '公告',
    {
      content: note('公告内容'),
      startDate: date('开始日期').nullable().default(null),
      endDate: date('结束日期').nullable().default(null),
      pinned: flag('置顶').default(false),
    },
    { called: '标题', max: 80 },
  ),
  'charge-setting': of(
    '储值设置',
    {
      minMoney: money('单次最低储值').nullable().default(null),
      maxMoney: money('单次最高储值').nullable().default(null),
      maxBalance: money('余额上限', { source: '《单用途商业预付卡管理办法（试行）》第十八条，2012-09-21' }).nullable().default(null),
      canRefund: flag('可退余额').default(true),
      note: note('说明', 500).nullable().default(null),
    },
    { called: '名称' },
  ),
} as const
export type Kind = keyof typeof kinds
export type Item<K extends Kind = Kind> = z.output<(typeof kinds)[K]['row']>

/** Kinds whose rows name rows of another kind: those cannot be deleted, and copying keeps the tie. */
export const ties: ReadonlyArray<{ from: Kind; field: string; to: Kind; use?: number }> = [
  { from: 'meditem', field: 'type', to: 'type', use: 1 },
  { from: 'train-program', field: 'type', to: 'type', use: 2 },
  { from: 'revisit-template', field: 'type', to: 'type', use: 3 },
  { from: 'reservation-template', field: 'type', to: 'type', use: 4 },
  { from: 'eg-combination', field: 'programIds', to: 'eg-program' },
]

/** Page 0 means all: these lists are short, and forms choose from them. */
export const OfStore = z.object({
  hid,
  status: status.optional(),
  name: text('名称').optional(),
  ...pageSize,
  pageSize: pageSize.pageSize.default(0),
})
export const OfType = z.object({ ...OfStore.shape, type: id('分类').max(2_147_483_647) })
export const OfId = z.object({ id: own.id })
export const pageOfKind = <K extends Kind>(kind: K) => page(kinds[kind].row)

/** Every list that is ordered by dragging; levels have a table of their own and the same behaviour. */
export const listed = word('种类', {
  level: '会员等级',
  ...(Object.fromEntries(Object.entries(kinds).map(([k, v]) => [k, v.label])) as Record<Kind, string>),
})
export const OrderItems = z.object({ hid, kind: listed, ids: z.array(own.id).min(1).max(1000).meta({ label: '顺序' }) })
export const CopyItems = z.object({ hid, to: id('目标门店'), kinds: z.array(listed).min(1).max(20).meta({ label: '种类' }) })
export const Copied = z.object({ copied: count('已复制'), kept: count('已有') })
