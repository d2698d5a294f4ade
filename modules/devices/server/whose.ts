/** Whose eyes a file is of: by the number, phone or code somebody gave the device, or by a name that has an open visit today. */
import { wordsOfReason } from '#kernel/contract/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, lit, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { PatientHit } from '#modules/patients/contract/shapes.ts'
import { findPatients, patientOf } from '#modules/patients/server/door.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import type { ReadPatient } from '../contract/devices/reading.ts'
import type { fileFields } from '../contract/fields.ts'
import { comparePerson, samePerson, type ComparedIdentity, type SaidPerson } from '../contract/identity.ts'

type Why = z.output<typeof fileFields.matchedBy>
export interface MatchedMember extends PatientHit {
  why: Why
  /** Name, sex and birth of the file beside the member's. */
  identity: ComparedIdentity[]
}
export interface FilePerson extends SaidPerson {
  id: string | null
}
/** What a kept file says of the person. */
export const personIn = (file: { saidName: string | null; saidBirth: string | null; saidSex: number | null }): SaidPerson => ({
  name: file.saidName,
  birth: file.saidBirth,
  sex: file.saidSex,
})
/** What a reading says of the person. */
export const saidBy = ({ id, name, birth, sex }: ReadPatient): FilePerson => ({ id, name, birth, sex: sex ?? null })

const member = (cx: Cx, where: Sql): Promise<PatientHit[]> =>
  cx.db.rows(
    PatientHit,
    sql`
      select p.pid, p.member_no, p.name, p.gender, p.birth, p.mobile, null::text level_name
      from patient p
      where p.status = ${lit(patientStates.is.present)} and ${where}
      order by p.pid
      limit 5
    `,
  )
const digits = (text: string | null) => (text ?? '').replace(/\D/g, '')

/** Members a file may be of, the surest kind of sign first. */
export async function candidatesOf(cx: Cx, hid: number, subject: FilePerson): Promise<MatchedMember[]> {
  const { id, name } = subject
  const found: Array<Omit<MatchedMember, 'identity'>> = []
  const add = (why: Why, hits: readonly PatientHit[]) => {
    for (const hit of hits) if (!found.some((f) => f.pid === hit.pid)) found.push({ ...hit, why })
  }
  const code = id?.trim() ?? ''
  if (code) add('number', await member(cx, sql`p.member_no = ${code}`))
  // The slip of a booking carries its number.
  const visit = /^RES(\d{1,15})$/.exec(code)?.[1]
  if (visit) add('qr', await member(cx, sql`p.pid = (select r.pid from reservation r where r.resid = ${Number(visit)})`))
  const phone = digits(code)
  if (phone.length >= 7)
    add(
      'phone',
      (await findPatients(cx, phone, 12, hid)).filter((p) => digits(p.mobile) === phone),
    )
  if (name?.trim())
    add(
      'visit',
      await member(
        cx,
        sql`
          p.name = ${name.trim()}
          and exists (
            select 1
            from reservation r
            where r.hid = ${hid}
              and r.pid = p.pid
              and r.status in ${lit(reservationStates.in.here)}
              and r.visit_at >= ${dayStart(cx.today)}
              and r.visit_at < ${dayEnd(cx.today)}
          )
        `,
      ),
    )
  const pinyins = await pinyinsOf(
    cx,
    found.map((f) => f.pid),
  )
  return found.map((f) => ({ ...f, identity: comparePerson(subject, { ...f, pinyin: pinyins.get(f.pid) ?? null }) }))
}
async function pinyinsOf(cx: Cx, pids: readonly number[]): Promise<Map<number, string>> {
  const rows = await cx.db.rows(
    { pid: 'number', pinyin: 'string' },
    sql`select pid, pinyin from patient where pid = any(${pids}::bigint[])`,
  )
  return new Map(rows.map((r) => [r.pid, r.pinyin]))
}
/** Name, sex and birth of a file beside those of a member. */
export async function identityOf(cx: Cx, person: SaidPerson, pid: number): Promise<ComparedIdentity[]> {
  const { name, pinyin, birth, gender } = await patientOf(cx, pid)
  return comparePerson(person, { name, pinyin, birth, gender })
}
/** Refuses a member who is somebody else by what the file says, until somebody says why it is theirs all the same. */
export async function askWhose(
  cx: Cx<'device_other_person'>,
  person: SaidPerson,
  pid: number,
  reason: string | null,
  field: string,
): Promise<void> {
  const different = (await identityOf(cx, person, pid)).filter((f) => f.comparison === 'different')
  const what = different.map((f) => `${f.what}：文件是 ${f.said ?? '—'}，会员是 ${f.member ?? '—'}`).join('；')
  if (different.length && wordsOfReason(reason) === undefined) cx.refuse('device_other_person', { what, field })
}

/** The one member a file is of; undefined where nobody or more than one fits the surest sign. */
export async function ownerOf(cx: Cx, hid: number, subject: FilePerson): Promise<MatchedMember | undefined> {
  const [first, ...rest] = await candidatesOf(cx, hid, subject)
  // A file that says it is of somebody else waits for a person to look.
  return first && !rest.some((r) => r.why === first.why) && samePerson(first.identity) !== 'different' ? first : undefined
}
