/** Kinds of master data: fields beyond name, order and state. A kind is only declared; list, form, order and deletion are shared. */
import {
  choice,
  count,
  crud,
  date,
  family,
  flag,
  id,
  inUse,
  legacy,
  money,
  name,
  note,
  page,
  status as statusField,
  text,
  word,
  z,
  term,
} from '#kernel/contract/index.ts'
import { okDesignFields, okLimitFields } from './ok.ts'

const hid = id('门店')
const itemId = id('编号')
const status = statusField('状态', inUse, { width: 84 })
const colours = { teal: '青', blue: '蓝', green: '绿', amber: '黄', red: '红', grey: '灰' } as const
const minutes = count('时长', { min: 1, max: 600, unit: '分钟' }).nullable()
const content = note('内容')

/**
 * A kind: rows of one table whose body holds its fields (decision 0043). `called` is the label of its name field, by default the kind's.
 * Its calls form a family, implemented in server/items.ts.
 */
const kind = <const C extends Parameters<typeof family>[0]['calls'], const F extends Readonly<Record<string, z.ZodType>>>(
  noun: string,
  label: string,
  calls: C,
  fields: F,
  { called = label, max = 50, free = false }: { called?: string; max?: number; free?: boolean } = {},
) =>
  family({
    table: 'master_item',
    label,
    noun,
    can: { view: 'session', edit: 'settings:edit' },
    calls,
    fields: { name: name(called, { max }), ...fields, status: status.default(inUse.is.on) },
    has: ['sort', 'version', 'uses'],
    filters: ['status', 'name'],
    free,
  })

/** Use of a type: the free lists of other forms. */
const typeUse = choice('用途', { 1: '医疗项目', 2: '训练', 4: '预约', 5: '预约渠道' })

/** Subject of a follow-up: the kinds of its work list. */
const followUps = {
  1: '复查',
  2: '塑形复查',
  3: '取镜与适应',
  4: '治疗与训练',
  5: '筛查转诊',
  6: '到期',
  7: '爽约与潜在',
  8: '售后投诉',
  9: '关怀',
} as const
export const followUp = choice('任务类别', followUps, { width: 96 })
export const followUpChannel = choice('方式', { 1: '电话', 2: '短信', 3: '微信' }, { width: 64 })
export const urgency = choice('紧急程度', { 0: '低', 1: '普通', 2: '高', 3: '紧急' }, { tones: { 3: 'bad', 2: 'warn' }, width: 84 })
/** A spoken text with placeholders; unknown words in braces would be read out literally. */
const script = (label: string) =>
  note(label, 500).regex(/^(?:[^{}]|\{(?:name|store|lastVisit|doctor)\})*$/, '话术里只能用 {name}{store}{lastVisit}{doctor}')

const limit = (label: string) => z.number().min(-1_000_000).max(1_000_000).meta({ label }).nullable().default(null)
/** An item of a clinic's own examination. In an assessment `most` is the maximum score and `weight` its weight. */
const examItem = z.object({
  code: text('代码', { max: 20 }).regex(/^[a-z][A-Za-z0-9]*$/, '代码以小写字母开头，只用字母和数字'),
  label: name('项目', { max: 30 }),
  type: word('类型', { number: '数字', text: '文字', choice: '选项', flag: '是否' }).default('number'),
  unit: text('单位', { max: 10 }).nullable().default(null),
  least: limit('最小值'),
  most: limit('最大值'),
  eyes: flag('分眼别').default(false),
  options: text('选项（用、分开）', { max: 200 }).nullable().default(null),
  weight: z.number().min(0).max(100).meta({ label: '权重' }).nullable().default(null),
  normal: text('正常时', { max: 100 }).nullable().default(null),
})

export const kinds = {
  tag: kind(
    'tag',
    '标签',
    legacy('/tag', 'get'),
    { color: word('颜色', colours).default('teal'), note: text('说明').nullable().default(null) },
    { max: 20 },
  ),
  type: kind('type', '类型', legacy('/type', 'get'), { use: typeUse, note: text('说明').nullable().default(null) }, { max: 30 }),
  meditem: kind(
    'meditem',
    '医疗项目',
    legacy('/meditem', 'get'),
    {
      type: id('分类').nullable().default(null),
      code: text('编码', { max: 30 }).nullable().default(null),
      unit: text('单位', { max: 10 }).nullable().default(null),
      price: money('参考价', { adds: false }).nullable().default(null),
      note: note('说明', 500).nullable().default(null),
    },
    { called: '项目' },
  ),
  drug: kind(
    'drug, ours',
    '药品',
    crud('/v1/{product}/drugs'),
    {
      form: text('剂型', { max: 20 }),
      spec: text('规格', { max: 50 }),
      unit: text('单位', { max: 10 }).nullable().default(null),
      dose: text('每次用量', { max: 20 }).nullable().default(null),
      frequency: text('频次', { max: 20 }).nullable().default(null),
      route: text('给药途径', { max: 20 }).nullable().default(null),
      days: count('常用天数', { min: 1, max: 30, unit: '天' }).nullable().default(null),
      allergens: text('成分与交叉过敏', { max: 200 }).nullable().default(null),
      note: note('说明', 500).nullable().default(null),
    },
    { called: '通用名' },
  ),
  'train-program': kind('train-program', '训练项目', legacy('/trainProgram', 'get'), {
    type: id('分类').nullable().default(null),
    eye: word('眼别', { ou: '双眼', od: '右眼', os: '左眼' }).default('ou'),
    minutes: minutes.default(15),
    perWeek: count('每周次数', { min: 1, max: 21, unit: '次' }).nullable().default(null),
    equipment: text('器材').nullable().default(null),
    content: content.nullable().default(null),
  }),
  'main-suit': kind(
    'main-suit',
    '主诉',
    crud('/v1/{product}/main-suit'),
    {
      type: choice('归类', { 1: '视力', 2: '不适', 3: '配镜', 4: '复查', 5: '训练' }),
      note: text('询问要点', { max: 200 }).nullable().default(null),
    },
    { max: 100, free: true },
  ),
  'medical-template': kind(
    'medical-template',
    '病历模板',
    crud('/v1/{product}/medical-templates'),
    {
      type: choice('用于', { 1: '门诊', 2: '角膜塑形', 3: '视功能', 4: '复查' }),
      abbr: text('缩写', { max: 10 })
        .regex(/^[a-z0-9]*$/, '缩写只用小写字母和数字')
        .nullable()
        .default(null),
      chiefComplaint: note('主诉', 500).nullable().default(null),
      history: note('病史').nullable().default(null),
      findings: note('检查所见').nullable().default(null),
      diagnosis: note('诊断', 500).nullable().default(null),
      advice: note('处理与建议').nullable().default(null),
      nextDays: count('复诊间隔', { min: 1, max: 730, unit: '天' }).nullable().default(null),
    },
    { called: '模板名称', free: true },
  ),
  'reservation-template': kind(
    'reservation-template',
    '预约模板',
    legacy('/reservation_template', 'delete'),
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
  'revisit-type': kind(
    'revisit-type',
    '回访类型',
    legacy('/revisitType', 'get'),
    {
      taskType: followUp.default(1),
      channel: followUpChannel.default(1),
      urgency: urgency.default(1),
      dueDays: count('须在几天内', { min: 1, max: 365, unit: '天' }).nullable().default(null),
      script: script('话术').nullable().default(null),
      /** Alternative text for half of the members, to measure which one works better. */
      scriptB: script('对照话术').nullable().default(null),
    },
    { max: 30 },
  ),
  'revisit-template': kind(
    'revisit-template',
    '回访模板',
    legacy('/revisit_template', 'delete'),
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
  'eg-program': kind(
    'eg-program',
    '护眼项目',
    crud('/v1/{product}/eg-program'),
    {
      minutes: minutes.default(10),
      perDay: count('每日次数', { min: 1, max: 12, unit: '次' }).nullable().default(null),
      content: content.nullable().default(null),
    },
    { free: true },
  ),
  'eg-combination': kind(
    'eg-combination',
    '护眼组合',
    crud('/v1/{product}/eg-combination'),
    {
      programIds: z.array(id('护眼项目')).min(1).max(30).meta({ label: '包含项目' }),
      weeks: count('周期', { min: 1, max: 104, unit: '周' }).nullable().default(null),
      price: money('价格', { adds: false }).nullable().default(null),
      note: note('说明', 500).nullable().default(null),
    },
    { free: true },
  ),
  notice: kind(
    'notice',
    '公告',
    crud('/v1/{product}/notice'),
    {
      content: note('公告内容'),
      startDate: term(date('开始日期')).nullable().default(null),
      endDate: term(date('结束日期')).nullable().default(null),
      pinned: flag('置顶').default(false),
    },
    { called: '标题', max: 80, free: true },
  ),
  'charge-setting': kind(
    'charge-setting',
    '储值设置',
    crud('/v1/{product}/charge-settings'),
    {
      minMoney: money('单次最低储值').nullable().default(null),
      maxMoney: money('单次最高储值').nullable().default(null),
      maxBalance: money('余额上限', { adds: false, source: '《单用途商业预付卡管理办法（试行）》第十八条，2012-09-21' })
        .nullable()
        .default(null),
      canRefund: flag('可退余额').default(true),
      note: note('说明', 500).nullable().default(null),
    },
    { called: '名称', free: true },
  ),
  'ok-limits': kind('limits of ortho-k suitability, ours', '塑形适应症界值', crud('/v1/{product}/ok-limits'), okLimitFields, {
    called: '名称',
  }),
  'ok-design': kind('ortho-k design, ours', '塑形镜设计', crud('/v1/{product}/ok-designs'), okDesignFields, { called: '名称' }),
  // Ours: the legacy contract has the examination but no template of it.
  'exam-template': kind(
    'exam template, ours',
    '检查模板',
    crud('/v1/{product}/exam-templates'),
    {
      use: choice('用于', { 1: '其他检查', 2: '评估' }),
      items: z.array(examItem).min(1).max(40).meta({ label: '项目' }),
      bands: z
        .array(z.object({ from: z.number().min(0).max(100).meta({ label: '不低于' }), label: name('等级', { max: 20 }) }))
        .max(10)
        .meta({ label: '等级' })
        .default([]),
    },
    { called: '模板名称' },
  ),
} as const
export type MasterKind = keyof typeof kinds
export type MasterItem<K extends MasterKind = MasterKind> = z.output<(typeof kinds)[K]['row']>

/** Kinds referenced by other kinds: their rows cannot be deleted while referenced, and copying keeps the references. */
export const ties: ReadonlyArray<{ from: MasterKind; field: string; to: MasterKind; use?: number }> = [
  { from: 'meditem', field: 'type', to: 'type', use: 1 },
  { from: 'train-program', field: 'type', to: 'type', use: 2 },
  { from: 'revisit-template', field: 'type', to: 'revisit-type' },
  { from: 'reservation-template', field: 'type', to: 'type', use: 4 },
  { from: 'eg-combination', field: 'programIds', to: 'eg-program' },
]

const OfStore = kinds.meditem.query
const OfRevisitType = kinds['revisit-type'].query
export const OfStoreOrOwn = z.object({ ...OfRevisitType.shape, hid: hid.optional() })
export const OfType = z.object({ ...OfStore.shape, type: id('分类').max(2_147_483_647) })
export const pageOfKind = <K extends MasterKind>(kind: K) => page(kinds[kind].row)

/** Lists ordered by dragging. Levels have a table of their own and behave the same. */
export const listed = word('种类', {
  level: '会员等级',
  ...(Object.fromEntries(Object.entries(kinds).map(([k, v]) => [k, v.label])) as Record<MasterKind, string>),
})
export const OrderItems = z.object({ hid, kind: listed, ids: z.array(itemId).min(1).max(1000).meta({ label: '顺序' }) })
export const CopyItems = z.object({ hid, to: id('目标门店'), kinds: z.array(listed).min(1).max(20).meta({ label: '种类' }) })
export const Copied = z.object({ copied: count('已复制'), kept: count('已有') })
