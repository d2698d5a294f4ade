/** Facts of a member that conclusions rest on, and which of them are not there. */
import { ageOn } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { consentOf, patientOf } from '#modules/patients/server/door.ts'
import { conclusionFacts, type ConclusionFact } from '../contract/kinds/kind.ts'
import { OK_CONSENT } from './okjing/case.ts'

const ADULT = 18
/** What lacks before a lens is fitted, tried on or handed over: whoever is a minor has a guardian, and somebody agreed. */
export const consentLacking = (cx: Cx, record: { readonly pid: number; readonly recordAt: string }): Promise<string[]> =>
  factsLacking(cx, record, ['consent', 'guardian'])
/** Labels of the facts that are asked and lack. */
export async function factsLacking(
  cx: Cx,
  { pid, recordAt }: { readonly pid: number; readonly recordAt: string },
  facts: readonly ConclusionFact[],
): Promise<string[]> {
  if (!facts.length) return []
  const { birth, guardian } = await patientOf(cx, pid)
  const age = birth ? (ageOn(birth, recordAt.slice(0, 10))?.years ?? null) : null
  const consent = await consentOf(cx, pid, OK_CONSENT)
  const present: Readonly<Record<ConclusionFact, boolean>> = {
    age: age !== null,
    consent: consent !== undefined,
    guardian: (age !== null && age >= ADULT) || Boolean(guardian) || Boolean(consent?.guardianName),
  }
  return facts.filter((fact) => !present[fact]).map((fact) => conclusionFacts[fact])
}
