/** Every kind of clinical record, by the segment of its calls. */
import type { z } from '#kernel/contract/index.ts'
import { fitting } from './fitting.ts'
import { fluorescein } from './fluoresce-in.ts'
import { inquiry } from './inquiry.ts'
import type { RecordKindName } from './kind.ts'
import { medicalHistory } from './medical-history.ts'
import { firstRecord } from './okjing-first-record.ts'
import { firstReview } from './okjing-first-review.ts'
import { regularReview } from './okjing-regular-review.ts'
import { takeRecord } from './okjing-take-record.ts'
import { trialLens } from './okjing-trial-lens.ts'

export const recordKinds = {
  'okjing-first-record': firstRecord,
  'medical-history': medicalHistory,
  'okjing-trial-lens': trialLens,
  'okjing-take-record': takeRecord,
  inquiry,
  'fluoresce-in': fluorescein,
  fitting,
  'okjing-first-review': firstReview,
  'okjing-regular-review': regularReview,
} as const satisfies Record<RecordKindName, unknown>
export type RecordKinds = typeof recordKinds
/** A record of a kind, whole. */
export type RecordOf<K extends RecordKindName> = z.output<RecordKinds[K]['row']>
