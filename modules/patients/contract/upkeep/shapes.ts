/** Keeping records in order: saved lists, batch changes seen before they are made, doubles and merging, a member's data and its erasure. */
import { choice, count, date, flag, id, moment, money, name, page, pageSize, text, z, personal } from '#kernel/contract/index.ts'
import { patientFields, pid } from '../fields.ts'
import { Patient } from '../shapes.ts'

/** A list somebody wants to see again: filters and order as the address has them, columns in their order. */
export const View = z.object({
  id: id('视图'),
  name: name('名称', { max: 30 }),
  query: z.record(z.string().max(40), z.string().max(200)).meta({ label: '筛选' }),
  columns: z.array(z.string().max(40)).max(40).meta({ label: '列' }),
  isShared: flag('全员可见'),
  isMine: flag('我的'),
})
export type View = z.output<typeof View>
export const SaveView = z.object({
  id: id('视图').optional(),
  name: View.shape.name,
  query: View.shape.query,
  columns: View.shape.columns,
  isShared: View.shape.isShared.default(false),
})
export type SaveView = z.output<typeof SaveView>

/** What a batch change would do: for each fact, what stands there now and how often. */
export const BatchPreview = z.array(
  z.object({
    field: text('字段'),
    label: text('项目'),
    to: text('改为').nullable(),
    changed: count('会变'),
    same: count('不变'),
    from: z.array(z.object({ value: text('现在').nullable(), n: count('人数') })),
  }),
)
export type BatchPreview = z.output<typeof BatchPreview>

const Person = z.object({
  pid,
  memberNo: patientFields.memberNo,
  name: patientFields.name,
  gender: patientFields.gender,
  birth: patientFields.birth,
  mobile: patientFields.mobile,
  storeName: text('门店'),
  lastVisitAt: patientFields.lastVisitAt.nullable(),
  createdAt: patientFields.createdAt,
})
/** Two records that may be one person. */
export const Double = z.object({
  reason: choice('依据', { 1: '姓名和生日相同', 2: '姓名和手机号相同', 3: '手机号相同' }, { tones: { 1: 'bad', 2: 'bad', 3: 'warn' } }),
  one: Person,
  other: Person,
})
export type Double = z.output<typeof Double>
export const DoublePage = page(Double)
export const DoubleQuery = z.object({
  hid: id('门店'),
  reason: choice('依据', { 1: '姓名和生日相同', 2: '姓名和手机号相同', 3: '手机号相同' }).optional(),
  ...pageSize,
})
export const Pair = z.object({ keepPid: id('保留的会员'), dropPid: id('并入的会员') })

const Rows = z.object({ what: text('内容'), rows: count('条数') })
/**
 * Both records side by side, what would move, and the money. `stays`: rows the kept member has already, such as the same tag; `wechat`: a
 * WeChat that would be untied, as the kept member has one.
 */
export const MergePreview = z.object({
  keep: Patient,
  drop: Patient,
  rows: z.array(Rows),
  stays: z.array(Rows),
  wechat: personal(text('微信'), 'name').nullable(),
  stored: money('储值'),
  gift: money('赠金'),
  points: count('积分'),
  differs: z.array(
    z.object({
      field: text('字段'),
      label: text('项目'),
      keep: personal(text('保留的')).nullable(),
      drop: personal(text('并入的')).nullable(),
    }),
  ),
})
export type MergePreview = z.output<typeof MergePreview>
/** `take`: facts the kept record takes over. */
export const Merge = Pair.extend({ take: z.array(z.string().max(30)).max(40).default([]).meta({ label: '采用并入的会员的内容' }) })
export type Merge = z.output<typeof Merge>
export const Merged = z.object({ id: id('合并'), moved: z.array(Rows), left: z.array(Rows) })
export const MergeRow = z.object({
  id: id('合并'),
  at: moment('合并时间'),
  keptPid: id('保留的会员'),
  keptName: personal(text('保留的会员'), 'name', 'keptPid'),
  keptNo: text('会员号'),
  droppedPid: id('并入的会员'),
  droppedName: personal(text('并入的会员'), 'name', 'droppedPid'),
  droppedNo: text('会员号'),
  rows: count('移动的记录'),
  staffName: text('办理人').nullable(),
  undoneAt: moment('撤销时间').nullable(),
})
export type MergeRow = z.output<typeof MergeRow>
export const MergePage = page(MergeRow)
export const MergeUndone = z.object({ back: count('移回的记录'), left: count('留下的记录') })

/** What erasing a member's personal facts would erase and what stays, under which law. */
export const ErasePreview = z.object({
  pid,
  name: patientFields.name,
  memberNo: patientFields.memberNo,
  version: patientFields.version,
  stored: money('储值'),
  gift: money('赠金'),
  points: count('积分'),
  erasedFacts: z.array(text('内容')),
  erased: z.array(Rows),
  kept: z.array(
    z.object({ what: text('内容'), rows: count('条数'), law: text('依据', { max: 200 }), until: date('至少保存到').nullable() }),
  ),
  /** Once erased: where what was known still stands, because law keeps the paper it is on or somebody wrote it into a note. */
  left: z.array(Rows).meta({ label: '仍有记载' }),
})
export type ErasePreview = z.output<typeof ErasePreview>
/** The name is typed again by whoever erases. */
export const Erase = z.object({ pid, version: patientFields.version, name: patientFields.name })

/** Adds tags to members and takes others away; what is there already, or is not there, stays as it is. */
export const SetTags = z.object({
  pids: z.array(pid).min(1).max(1000).meta({ label: '会员' }),
  add: z.array(id('标签')).max(50).default([]).meta({ label: '加上标签' }),
  remove: z.array(id('标签')).max(50).default([]).meta({ label: '去掉标签' }),
})
export type SetTags = z.output<typeof SetTags>
export const TagsSet = z.object({ added: count('加上'), removed: count('去掉') })
