/** Two records of one person become one: every reference, every balance; and back. */
import { fieldsOf, metaOf, show, type Page } from '#kernel/contract/index.ts'
import { change, find, insert, pageOf, post, remove, reverse, sql, update, type Cx, type Row, bookOf } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { membersMerging, membersParted } from '../contract/events.ts'
import { Patient } from '../contract/shapes.ts'
import { type Merge, type Merged, type MergePreview, MergeRow, type MergeUndone } from '../contract/upkeep/shapes.ts'
import { patientOf, patientShown, walletOf } from './queries.ts'
import { soundsOf } from './save.ts'
import { summed, usesOfMember } from './words.ts'
import { patientStates } from '../contract/states.ts'

/** Facts that may be taken over from the record that goes. */
const TAKEN = [
  'name',
  'gender',
  'birth',
  'mobile',
  'mobile2',
  'guardian',
  'idCard',
  'address',
  'school',
  'className',
  'occupation',
  'sourceId',
  'levelId',
  'staffCtid',
  'allergy',
  'eyeHistory',
  'familyHistory',
  'parentsMyopic',
  'nextFollowAt',
  'note',
] as const
type Taken = (typeof TAKEN)[number]

async function both(cx: Cx<'same_record'>, keepPid: number, dropPid: number): Promise<readonly [Row<'patient'>, Row<'patient'>]> {
  if (keepPid === dropPid) cx.refuse('same_record', { field: 'dropPid' })
  return [await patientOf(cx, keepPid), await patientOf(cx, dropPid)]
}

/** Names shown for ids; other facts as their field shows them. */
const shownNames: Partial<Record<Taken, 'levelName' | 'sourceName' | 'staffName'>> = {
  levelId: 'levelName',
  sourceId: 'sourceName',
  staffCtid: 'staffName',
}
function shown(patient: Patient, field: Taken): string | null {
  const value = patient[field]
  if (value === null || value === '') return null
  const named = shownNames[field]
  return named ? patient[named] : show(fieldsOf(Patient)[field]!, value)
}

/**
 * Both records, what would move, what would stay and what differs. What stays is found out by merging and taking it back, so that it is
 * what merging will say.
 */
export async function mergePreview(
  cx: Cx<'same_record'>,
  { keepPid, dropPid }: { keepPid: number; dropPid: number },
): Promise<MergePreview> {
  const [kept, dropped] = await both(cx, keepPid, dropPid)
  const [keep, drop, wallet] = await Promise.all([patientShown(cx, keepPid), patientShown(cx, dropPid), walletOf(cx, dropPid)])
  await cx.db.run(sql`savepoint rehearsal`)
  const { moved, left } = await mergeMembers(cx, { keepPid, dropPid, take: [] })
  await cx.db.run(sql`rollback to savepoint rehearsal`)
  const differs = TAKEN.flatMap((field) => {
    const [a, b] = [shown(keep, field), shown(drop, field)]
    return b !== null && a !== b ? [{ field, label: metaOf(fieldsOf(Patient)[field]!).label ?? field, keep: a, drop: b }] : []
  })
  const wechat = dropped.wechatOpenId && kept.wechatOpenId ? (dropped.wechatName ?? dropped.wechatOpenId) : null
  return { keep, drop, rows: moved, stays: left, wechat, ...wallet, differs }
}

/** Merges `dropPid` into `keepPid`. The record that goes is kept, off the lists; its number finds the one that stays. */
export async function mergeMembers(cx: Cx<'same_record'>, { keepPid, dropPid, take }: Merge): Promise<z.output<typeof Merged>> {
  // In the order of their numbers, so that two people who merge at once do not wait for each other in a circle.
  await cx.db.run(sql`select pid from patient where pid = any(${[keepPid, dropPid]}) order by pid for update`)
  const [keep, drop] = await both(cx, keepPid, dropPid)
  const taken = takenFrom(keep, drop, take)
  const { id } = await insert(cx, 'patient_merge', { hid: cx.who.hid, keptPid: keepPid, droppedPid: dropPid, taken })
  await cx.announce(membersMerging, { mergeId: id, keepPid, dropPid })
  const moved = await cx.db.rows({ tbl: 'string', rows: 'number' }, sql`select tbl, rows from patient_move(${id}, ${dropPid}, ${keepPid})`)
  await change(cx, 'patient', { pid: dropPid }, {}, { status: patientStates.is.deleted, mergedInto: keepPid })
  const after = Object.fromEntries(Object.entries(taken).map(([field, { after: value }]) => [field, value]))
  await change(cx, 'patient', { pid: keepPid }, {}, { ...after, ...('name' in after ? soundsOf(String(after.name)) : {}) })
  await cx.db.run(sql`update patient set inviter_pid = null where pid = ${keepPid} and inviter_pid = pid`)
  const entryId = await moveBalances(cx, dropPid, keepPid, id)
  const card = await insert(cx, 'patient_card', { hid: drop.hid, pid: keepPid, cardNo: drop.memberNo, kind: 4 })
  await update(cx, 'patient_merge', { id }, { entryId: entryId ?? null, cardId: card.id })
  return { id, moved: summed(moved), left: summed((await usesOfMember(cx, dropPid)).filter((u) => u.tbl !== 'patient')) }
}

/** What the kept record takes over: the facts asked for, a WeChat it has none of, and the later visit. */
function takenFrom(
  keep: Row<'patient'>,
  drop: Row<'patient'>,
  take: readonly string[],
): Record<string, { before: unknown; after: unknown }> {
  const fields: Array<keyof Row<'patient'>> = TAKEN.filter((field) => take.includes(field))
  if (!keep.wechatOpenId && drop.wechatOpenId) fields.push('wechatOpenId', 'wechatName', 'wechatAt')
  if ((drop.lastVisitAt ?? '') > (keep.lastVisitAt ?? '')) fields.push('lastVisitAt')
  return Object.fromEntries(
    fields.filter((field) => keep[field] !== drop[field]).map((field) => [field, { before: keep[field], after: drop[field] }]),
  )
}
/** Balances of a member's accounts go to the same accounts of the other, in one entry that undoing reverses. */
async function moveBalances(cx: Cx, from: number, to: number, mergeId: number): Promise<number | undefined> {
  const key = `member:${from}`
  const accounts = await cx.db.rows(
    { book: 'string', key: 'string', balance: 'number' },
    sql`
      select book, key, balance
      from ledger_account
      where (key = ${key} or key like ${`${key}:%`}) and balance <> 0
    `,
  )
  if (!accounts.length) return undefined
  const lines = accounts.flatMap(({ book, key: account, balance }) => [
    { book: bookOf(book), key: account, amount: -balance, floor: 0 },
    { book: bookOf(book), key: `member:${to}${account.slice(key.length)}`, amount: balance, floor: 0 },
  ])
  return post(cx, { reason: 'member-merge', ref: `patient_merge:${mergeId}`, note: '会员合并', lines })
}

const BOOKS: Readonly<Record<string, string>> = { stored: '储值', gift: '赠金', points: '积分' }
const inBook = (book: string, amount: number): string => (book === 'points' ? String(amount) : `${(amount / 100).toFixed(2)} 元`)
/** What came with a merge must still be there to go back: a refusal says what is missing. */
async function stillThere(cx: Cx<'merged_spent'>, entryId: number): Promise<void> {
  const short = await cx.db.one(
    { book: 'string', amount: 'number', balance: 'number' },
    sql`
      select l.book, l.amount, a.balance
      from ledger_line l
      join ledger_account a using (oid, account_id)
      where l.entry_id = ${entryId} and l.amount > a.balance and a.floor is not null
      order by l.line_id
      limit 1
    `,
  )
  if (short)
    cx.refuse('merged_spent', {
      what: BOOKS[short.book] ?? '余额',
      now: inBook(short.book, short.balance),
      need: inBook(short.book, short.amount),
    })
}

/** Parts two records again: what moved goes back as far as it still stands with the one that was kept. Refused when its money is spent. */
export async function undoMerge(cx: Cx<'merged_since' | 'merged_spent'>, { id }: { id: number }): Promise<z.output<typeof MergeUndone>> {
  const merge = await find(cx, 'patient_merge', { id })
  if (!merge) return cx.refuse('not_found', { what: '合并' })
  if (merge.undoneAt) return { back: 0, left: 0 }
  const later = await cx.db.any(
    sql`
      select id
      from patient_merge
      where id > ${id}
        and undone_at is null
        and (kept_pid = any(${[merge.keptPid, merge.droppedPid]}) or dropped_pid = any(${[merge.keptPid, merge.droppedPid]}))
      limit 1
    `,
  )
  if (later) cx.refuse('merged_since')
  const keep = await patientOf(cx, merge.keptPid)
  if (merge.entryId) {
    await stillThere(cx, merge.entryId)
    await reverse(cx, merge.entryId, 'member-merge-undone', '撤销会员合并')
  }
  if (merge.cardId) await remove(cx, 'patient_card', { id: merge.cardId })
  const counted = (await cx.db.the({ n: 'number' }, sql`select count(*) n from patient_merge_row where merge_id = ${id}`)).n
  const { back } = await cx.db.the({ back: 'number' }, sql`select patient_move_back(${id}, ${merge.keptPid}, ${merge.droppedPid}) back`)
  await cx.announce(membersParted, { mergeId: id, keepPid: merge.keptPid, dropPid: merge.droppedPid })
  // What somebody has changed since stays as they left it.
  const taken = merge.taken as Record<string, { before: unknown; after: unknown }>
  const values = Object.fromEntries(
    Object.entries(taken)
      // The merge noted columns of this table by their names.
      .filter(([field, { after }]) => keep[field as keyof Row<'patient'>] === after)
      .map(([field, { before }]) => [field, before]),
  )
  await change(cx, 'patient', { pid: merge.keptPid }, {}, { ...values, ...('name' in values ? soundsOf(String(values.name)) : {}) })
  await change(cx, 'patient', { pid: merge.droppedPid }, {}, { status: patientStates.is.present, mergedInto: null })
  await update(cx, 'patient_merge', { id }, { undoneAt: cx.now, undoneBy: cx.who.ctid || null })
  return { back, left: counted - back }
}

/** Merges made in a store, newest first. */
export const mergesOf = (cx: Cx, query: { hid: number }): Promise<Page<MergeRow>> =>
  pageOf(
    cx,
    {
      of: MergeRow,
      select: sql`
        m.id, m.at, m.kept_pid, k.name kept_name, k.member_no kept_no, m.dropped_pid, d.name dropped_name, d.member_no dropped_no,
        (select count(*) from patient_merge_row r where r.oid = m.oid and r.merge_id = m.id) rows, c.name staff_name, m.undone_at
      `,
      from: sql`
        patient_merge m
        join patient k on k.oid = m.oid and k.pid = m.kept_pid
        join patient d on d.oid = m.oid and d.pid = m.dropped_pid
        left join contact c on c.oid = m.oid and c.ctid_ = m.ctid_
      `,
      where: [sql`m.hid = ${ownStore(cx, query.hid)}`],
      order: sql`m.id desc`,
    },
    query,
  )
