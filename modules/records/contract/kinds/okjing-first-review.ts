/** The morning after the first night. What was seen stands in the day's hard lens examination; the record says what was decided on it. */
import { recordKind } from './kind.ts'
import { reviewFaults, reviewFields } from './review.ts'

export const firstReview = recordKind({
  noun: 'ortho-k first review',
  chain: 'joins',
  fields: reviewFields,
  needed: ['decision'],
  concludes: [],
  checks: reviewFaults,
  hasStatus: true,
  hasPrint: false,
})
