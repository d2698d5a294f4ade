import { pinyin } from 'pinyin-pro'
import { maskName, maskPhone } from '#kernel/contract/index.ts'
import { change, inserting, lit, locked, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import type { Patient, SavePatient } from '../contract/shapes.ts'
import { levelSet } from '../contract/events.ts'
import { Shown, shownColumns } from './queries.ts'
import { patientStates } from '../contract/states.ts'

/** Whole pinyin and its initials, for finding people by keyboard: 林子涵 → linzihan, lzh. */
export function soundsOf(name: string): { pinyin: string; initials: string } {
  const parts = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', nonZh: 'consecutive' })
  const clean = parts
    .map((p) =>
      p
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .replace(/ü/g, 'v'),
    )
    .filter(Boolean)
  return {
    pinyin: clean.join('').slice(0, 200),
    initials: clean
      .map((p) => p[0])
      .join('')
      .slice(0, 50),
  }
}

type Fails = 'exists' | 'exists_card' | 'born_later'

/**
 * Says who is here already, as much of it as anybody at a counter may know: the rest stands in the record, behind its view password. What
 * comes in between is refused by the indexes.
 */
async function refuseExisting(
  cx: Cx<'exists_who'>,
  { pid, name, mobile = null, idCard = null }: Pick<SavePatient, 'pid' | 'name' | 'mobile' | 'idCard'>,
): Promise<void> {
  if (mobile === null && idCard === null) return
  const here = await cx.db.one(
    { name: 'string', mobile: 'string | null', memberNo: 'string', storeName: 'string', sameCard: 'boolean' },
    sql`
      select p.name,
        p.mobile,
        p.member_no,
        s.name store_name,
        p.id_card is not distinct from ${idCard}::text
        and p.id_card is not null same_card
      from patient p
      join store s using (oid, hid)
      where p.status = ${lit(patientStates.is.present)}
        and p.pid is distinct from ${pid ?? null}::bigint
        and (p.name = ${name} and p.mobile = ${mobile} or p.id_card = ${idCard})
      order by same_card
      limit 1
    `,
  )
  if (!here) return
  const who = `${maskName(here.name)}${here.mobile ? ` ${maskPhone(here.mobile)}` : ''}，会员号 ${here.memberNo}（${here.storeName}）`
  cx.refuse('exists_who', { who: `${here.sameCard ? '身份证号相同：' : ''}${who}`, field: here.sameCard ? 'idCard' : 'mobile' })
}

/** Registers a member in the store worked in, under the next member number (the column's default) unless one is given. */
export async function registerPatient(
  cx: Cx<Fails>,
  { hid, pid: _, version: __, ...values }: SavePatient,
  memberNo?: string,
): Promise<Patient> {
  if (values.birth && values.birth > cx.today) cx.refuse('born_later', { field: 'birth' })
  const store = hid ? (await storeOf(cx, hid)).hid : cx.who.hid
  if (!values.mobile && (await settingOf(cx, store, 'memberMobileRequired')))
    cx.refuse('bad_input', { what: '手机号：必填', field: 'mobile' })
  const { levelReason: reason, ...facts } = values
  const row = { ...facts, hid: store, ...(memberNo ? { memberNo } : {}), ...soundsOf(values.name), createdAt: cx.now }
  const made = await cx.db.the(Shown, sql`${inserting('patient', row, 'p')} returning ${shownColumns}`)
  if (made.levelId) await cx.announce(levelSet, { levelId: made.levelId, members: [{ pid: made.pid, formerLevelId: null }], reason })
  return made
}
/** Announces a level set by hand, of the members that hold another one. */
export async function announceLevel(
  cx: Cx,
  { pids, levelId, reason }: { pids: readonly number[]; levelId: number; reason: string | undefined },
): Promise<void> {
  const members = await cx.db.rows(
    { pid: 'number', formerLevelId: 'number | null' },
    sql`
      select pid, level_id former_level_id
      from patient
      where pid = any(${pids}) and level_id is distinct from ${levelId}
      order by pid
    `,
  )
  if (members.length) await cx.announce(levelSet, { levelId, members, reason })
}
/**
 * Registers a member nobody here has the number or the identity card of. Both questions travel together: the answer to the first comes
 * first.
 */
export async function registerNew(cx: Cx<Fails | 'exists_who'>, input: SavePatient): Promise<Patient> {
  const [, row] = await Promise.all([refuseExisting(cx, input), registerPatient(cx, input)])
  return row
}

/** Changes a member; a version other than the present one is refused, so nobody's change is lost. */
export async function changePatient(
  cx: Cx<Fails | 'exists_who'>,
  { hid, pid, version, levelReason, ...values }: SavePatient,
): Promise<Row<'patient'>> {
  const before = await locked(cx, 'patient', { pid: pid!, status: patientStates.is.present }, { version: version ?? null })
  await refuseExisting(cx, { ...before, ...values, pid: before.pid })
  if (values.birth && values.birth > cx.today) cx.refuse('born_later', { field: 'birth' })
  const store = hid ? { hid: (await storeOf(cx, hid)).hid } : {}
  if (values.levelId) await announceLevel(cx, { pids: [before.pid], levelId: values.levelId, reason: levelReason })
  // Fields of the shape are columns of the table under the same names.
  return change(cx, 'patient', { pid: pid! }, {}, { ...values, ...store, ...soundsOf(values.name) } as Partial<Row<'patient'>>)
}
