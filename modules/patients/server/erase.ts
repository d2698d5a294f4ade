/** What a member may ask for: everything kept of them, and that their personal facts are erased. Law keeps some of it, and says so. */
import type { FileAnswer } from '#kernel/contract/index.ts'
import { change, ident, locked, sql, type Cx, type Out } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { memberErased } from '../contract/events.ts'
import type { Erase, ErasePreview } from '../contract/upkeep/shapes.ts'
import { patientOf, walletOf } from './queries.ts'
import { erasedTables, keepsOf, kindOf, laws, summed, usesOfMember } from './words.ts'
import { patientStates } from '../contract/states.ts'

/** Facts of the record that go, by what people call them. The year of birth stays: an examination means nothing without an age. */
const FACTS = [
  '姓名',
  '手机号',
  '备用手机号',
  '监护人',
  '身份证号',
  '地址',
  '学校和班级',
  '职业',
  '出生月日',
  '微信绑定',
  '推荐人',
  '备注',
  '取镜签收人和签名',
]

/** The record of somebody nobody knows any more. */
const NOBODY = {
  name: '已注销会员',
  pinyin: '',
  initials: '',
  mobile: null,
  mobile2: null,
  guardian: null,
  idCard: null,
  address: null,
  school: null,
  className: null,
  occupation: null,
  note: null,
  inviterPid: null,
  nextFollowAt: null,
  wechatOpenId: null,
  wechatName: null,
  wechatAt: null,
} as const

/** What erasing would do. */
export async function erasePreview(cx: Cx, pid: number): Promise<ErasePreview> {
  const patient = await patientOf(cx, pid)
  const [uses, wallet] = [await usesOfMember(cx, pid), await walletOf(cx, pid)]
  const last = patient.lastVisitAt ?? patient.createdAt
  const goes = ({ tbl }: { tbl: string }) => keepsOf(tbl) === 'erased'
  const kept = uses.filter((u) => !goes(u))
  return {
    pid,
    name: patient.name,
    memberNo: patient.memberNo,
    version: patient.version,
    ...wallet,
    erasedFacts: FACTS,
    erased: summed(uses.filter(goes)),
    kept: [
      ...summed(kept).map(({ what, rows }) => {
        const { law, years } = laws[lawOf(kept.find((u) => kindOf(u.tbl) === what)!.tbl)]
        return {
          what,
          rows,
          law,
          until: years === null ? null : `${Number(last.slice(0, 4)) + years}${last.slice(4, 10)}`.replace(/-02-29$/, '-03-01'),
        }
      }),
      { what: '修改和查看日志', rows: await logged(cx, pid), law: '网络安全法（2017）第二十一条：日志留存不少于六个月', until: null },
    ],
    left: [],
  }
}
const lawOf = (table: string): keyof typeof laws => {
  const keeps = keepsOf(table)
  return keeps === 'erased' ? 'business' : keeps
}
const logged = async (cx: Cx, pid: number): Promise<number> =>
  (await cx.db.the({ n: 'number' }, sql`select count(*) n from audit where pid = ${pid}`)).n

/** Erases the personal facts. The number stays as the only name of what law keeps. */
export async function eraseMember(
  cx: Cx<'wallet_left' | 'name_differs'>,
  { pid, version, name }: z.output<typeof Erase>,
): Promise<ErasePreview> {
  const patient = await locked(cx, 'patient', { pid, status: patientStates.is.present }, { version })
  if (patient.name !== name) cx.refuse('name_differs', { field: 'name' })
  const preview = await erasePreview(cx, pid)
  const money = preview.stored + preview.gift
  if (money) cx.refuse('wallet_left', { what: `${(money / 100).toFixed(2)} 元` })
  const { stored: _, gift: __, ...rest } = preview
  for (const table of erasedTables()) {
    const columns = await cx.db.rows({ col: 'string' }, sql`select col from patient_references() where tbl = ${table}`)
    for (const { col } of columns) await cx.db.run(sql`delete from ${ident(table)} where ${ident(col)} = ${pid}`)
  }
  await cx.db.run(sql`select import_forget(${pid})`)
  await cx.db.run(sql`update patient_merge set taken = '{}' where kept_pid = ${pid} or dropped_pid = ${pid}`)
  await cx.db.run(sql`update consent set guardian_name = null where pid = ${pid}`)
  await cx.db.run(sql`
    update eye_book
    set name = null, phone = null, pid = null, bound_at = null
    where pid = ${pid}
  `)
  await cx.db.run(sql`update eg_patient set pid = null where pid = ${pid}`)
  await cx.announce(memberErased, { pid })
  const erased = await change(
    cx,
    'patient',
    { pid },
    { version },
    {
      ...NOBODY,
      birth: patient.birth && `${patient.birth.slice(0, 4)}-01-01`,
      status: patientStates.is.deleted,
      erasedAt: cx.now,
    },
  )
  const tables = [
    patient.name,
    patient.mobile,
    patient.mobile2,
    patient.guardian,
    patient.idCard,
    patient.address,
    patient.wechatOpenId,
  ].filter((fact): fact is string => fact !== null && fact.length > 1)
  await cx.db.run(sql`select person_forget(${pid}, ${tables}::text[])`)
  const left = await cx.db.rows({ tbl: 'string', rows: 'number' }, sql`select tbl, n as rows from texts_left(${tables}::text[], ${pid})`)
  return { ...rest, stored: 0, gift: 0, version: erased.version, left: summed(left) }
}

/** Everything kept of a member, table by table with the words people know, as a file any program reads (PIPL 2021, article 45). */
export async function memberData(out: Out, pid: number): Promise<FileAnswer> {
  const { member, tables } = await out.tx(async (cx) => ({
    member: await patientOf(cx, pid),
    tables: await cx.db.rows({ tbl: 'string', data: 'unknown' }, sql`select tbl, data from patient_everything(${pid})`),
  }))
  const ledger = await out.tx((cx) =>
    cx.db.rows(
      { book: 'string', at: 'string', reason: 'string', ref: 'string | null', note: 'string | null', amount: 'number', balance: 'number' },
      sql`
        select a.book, e.at, e.reason, e.ref, e.note, l.amount, l.balance
        from ledger_account a
        join ledger_line l using (oid, account_id)
        join ledger_entry e using (oid, entry_id)
        where a.key = ${`member:${pid}`} or a.key like ${`member:${pid}:%`}
        order by l.line_id
      `,
    ),
  )
  const content = {
    title: '个人信息副本',
    memberNo: member.memberNo,
    at: out.now,
    units: '金额单位为分',
    parts: [
      ...tables.map(({ tbl, data }) => ({ what: tbl === 'patient' ? '会员资料' : kindOf(tbl), table: tbl, rows: data })),
      { what: '储值、赠金和积分流水', table: 'ledger', rows: ledger },
    ],
  }
  return {
    filename: `${member.memberNo}-个人信息-${out.now.slice(0, 10)}.json`,
    type: 'application/json',
    body: new TextEncoder().encode(JSON.stringify(content, null, 2)),
  }
}
