/** What the free texts of a record are for, so that the store's templates and complaints fill them as they do a case record's. */
import { metaOf, type z } from '#kernel/contract/index.ts'
import type { Phrased } from '#modules/settings/web/door.tsx'

/** By the name of the field; of several for one part the first of a record is filled. Reasons of a decision are its diagnosis. */
const PARTS: Phrased = {
  chiefComplaint: 'chiefComplaint',
  eyeHistory: 'history',
  systemicHistory: 'history',
  oldGlasses: 'history',
  oldTreatment: 'history',
  careNote: 'findings',
  remark: 'findings',
  resultReason: 'diagnosis',
  decisionReason: 'diagnosis',
  diagnose: 'diagnosis',
  reason: 'diagnosis',
  stopReason: 'diagnosis',
  treatmentPlan: 'advice',
  firstNight: 'advice',
  advice: 'advice',
  note: 'advice',
}
/** Texts of these fields that are written freely. */
export const phrasedIn = (fields: Readonly<Record<string, z.ZodType>>): Phrased =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      metaOf(field).format === 'long' ? [[name, PARTS[name] ?? 'findings'] as const] : [],
    ),
  )
