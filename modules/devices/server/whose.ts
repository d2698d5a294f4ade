/** Whose eyes a file is of: by the number, phone or code somebody gave the device, or by a name that has an open visit today. */
import type { z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, lit, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { PatientHit } from '#modules/patients/contract/shapes.ts'
import { findPatients } from '#modules/patients/server/door.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import type { fileFields } from '../contract/fields.ts'

type Why = z.output<typeof fileFields.matchedBy>
export interface Member extends PatientHit {
  why: Why
}
export interface Said {
  id: string | null
  name: string | null
}

const member = (cx: Cx, where: Sql): Promise<PatientHit[]> =>
  cx.db.rows(
    PatientHit,
    sql`select p.pid, p.member_no, p.name, p.gender, p.birth, p.mobile, null::text level_name from patient p where p.status = ${lit(patientStates.is.present)} and ${where} order by p.pid limit 5`,
  )
const digits = (text: string | null) => (text ?? '').replace(/\D/g, '')

/** Members a file may be of, the surest kind of sign first. */
export async function candidatesOf(cx: Cx, hid: number, { id, name }: Said): Promise<Member[]> {
  const found: Member[] = []
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
        sql`p.name = ${name.trim()} and exists (select 1 from reservation r where r.hid = ${hid} and r.pid = p.pid and r.status in ${lit(reservationStates.in.here)} and r.visit_at >= ${dayStart(cx.today)} and r.visit_at < ${dayEnd(cx.today)})`,
      ),
    )
  return found
}

/** The one member a file is of; undefined where nobody or more than one fits the surest sign. */
export async function ownerOf(cx: Cx, hid: number, said: Said): Promise<Member | undefined> {
  const [first, ...rest] = await candidatesOf(cx, hid, said)
  return first && !rest.some((r) => r.why === first.why) ? first : undefined
}
