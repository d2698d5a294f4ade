/** A review after the first: beside the day's hard lens examination, axial length and, every six months, a refraction under cycloplegia. */
import { id, word } from '#kernel/contract/index.ts'
import { recordKind } from './kind.ts'
import { reviewFaults, reviewFields } from './review.ts'

export const regularReview = recordKind({
  noun: 'ortho-k regular review',
  chain: 'joins',
  fields: {
    visit: word('复查', { week1: '1 周', week2: '2 周', month1: '1 月', month3: '3 月', half: '半年', other: '其他' }),
    ...reviewFields,
    bioMeterId: id('生物测量记录'),
    refractionId: id('散瞳验光记录'),
  },
  needed: ['visit', 'decision'],
  concludes: [],
  checks: reviewFaults,
  hasStatus: true,
  hasPrint: false,
})
