/** Statistics as files: a split, the lines behind a figure, members bound to WeChat. */
import { moment, money, personal, text, z, type FileAnswer } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, everyRow, excel, lit, sheet, sql, type Out } from '#kernel/server/index.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import type { DetailQuery, ExportQuery, Statistic, StatSplit } from '../contract/shapes.ts'
import { StatLine } from '../contract/shapes.ts'
import type { Unit } from '../contract/views/view.ts'
import type { ViewName } from '../contract/views/views.ts'
import { rangeOf, requestedStores } from './request.ts'
import { Line, linesOf, shownLine } from './lines.ts'
import { statisticOf } from './statistic.ts'

export type Filing = Out<'stat_range' | 'stat_split' | 'stat_figure'>
type Exported = z.output<typeof ExportQuery>
const most = { min: -1_000_000_000, max: 1_000_000_000 } as const
const cell = (unit: Unit, label: string): z.ZodType =>
  unit === 'money'
    ? money(label, most).nullable()
    : z
        .number()
        .nullable()
        .meta({ label: unit === 'rate' ? `${label}（%）` : label })

/** A split as a table, with its rows as displayed. */
export async function tableFile(out: Filing, name: ViewName, key: string, query: Exported): Promise<FileAnswer> {
  const stat: Statistic = await out.tx((cx) => statisticOf(cx, name, { ...query, by: 'month' }, true))
  const split: StatSplit = stat.splits.find((s) => s.key === key) ?? out.refuse('stat_split', { split: key, field: 'split' })
  const shape = z.object({
    label: text(split.label, { width: 200 }),
    ...Object.fromEntries(split.columns.map((c) => [c.key, cell(c.unit, c.label)])),
  })
  const rows = split.rows.map((row) => ({
    label: row.label,
    ...Object.fromEntries(split.columns.map((c, i) => [c.key, row.values[i]?.amount ?? row.values[i]?.count])),
  }))
  return excel(sheet(stat.title, shape), rows, `${stat.title}-${stat.startTime}-${stat.endTime}.xlsx`)
}

/** Streams the lines behind a figure. */
export async function detailFile(out: Filing, query: z.output<typeof DetailQuery>): Promise<FileAnswer> {
  const { listing, unit, label } = linesOf(out, query)
  const value = unit === 'money' ? 'amount' : 'count'
  async function* rows() {
    for await (const line of out.stream(Line, everyRow(listing))) yield shownLine(unit, line)
  }
  return excel(sheet(label, StatLine, ['at', 'storeName', 'what', value]), rows(), `${label}-${out.today}.xlsx`)
}

const Guest = z.object({
  wechatAt: moment('绑定时间'),
  memberNo: text('会员号'),
  name: personal(text('姓名'), 'name'),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  wechatName: personal(text('微信昵称')).nullable(),
  storeName: text('门店'),
})
/** Members by the day of their WeChat binding. */
export async function guestFile(out: Out<'stat_range'>, query: Exported): Promise<FileAnswer> {
  const { from, until } = rangeOf(out, query)
  const hids = [...requestedStores(out, query.hid)]
  const rows = out.stream(
    Guest.extend({ pid: z.int() }),
    sql`
      select p.pid, p.wechat_at::timestamptz(0) wechat_at, p.member_no, p.name, p.mobile, p.wechat_name, s.short_name store_name
      from patient p
      join store s on s.oid = p.oid and s.hid = p.hid
      where p.hid = any(${hids}::bigint[])
        and p.status = ${lit(patientStates.is.present)}
        and p.wechat_open_id is not null
        and p.wechat_at >= ${dayStart(from)}
        and p.wechat_at < ${dayEnd(until)}
      order by p.wechat_at, p.pid
    `,
  )
  return excel(
    sheet('微信会员', Guest, ['wechatAt', 'memberNo', 'name', 'mobile', 'wechatName', 'storeName']),
    rows,
    `微信会员-${from}-${until}.xlsx`,
  )
}
