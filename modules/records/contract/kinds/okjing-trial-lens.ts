/** One trial lens on one eye: which, how long, how it sat, and whether it was right. */
import { clinical, happened, id, moment, note, word } from '#kernel/contract/index.ts'
import { acuity } from '#modules/exams/contract/fields.ts'
import { eyeWord, family, lensParameters, minutesIn, seat, zoneFit } from '../okjing/fields.ts'
import { recordKind } from './kind.ts'

const { bc, rc, ac, target, rzd, lza, dia, colour } = lensParameters
export const trialLens = recordKind({
  noun: 'ortho-k trial',
  chain: 'joins',
  fields: {
    eye: eyeWord,
    trialLensId: id('试戴片'),
    family,
    bc,
    rc,
    ac,
    target,
    rzd,
    lza,
    dia,
    colour,
    insertedAt: happened(moment('戴入时间')),
    checkedAt: happened(moment('评估时间')),
    minutes: minutesIn,
    ...seat,
    treatmentZone: zoneFit('基弧区'),
    reverseZone: zoneFit('反转弧区'),
    alignmentZone: zoneFit('定位弧区'),
    edge: zoneFit('周边弧'),
    overSphere: clinical('sphere', { label: '片上球镜', block: [-10, 10], warn: null, reason: 'over a lens, small by nature' }),
    overCylinder: clinical('cylinder', { label: '片上柱镜', block: [-6, 6], warn: null, reason: 'over a lens, small by nature' }),
    va: acuity('片上视力'),
    verdict: word('判断', { use: '采用', loose: '偏松', tight: '偏紧', decentred: '偏位', other: '其他' }),
    nextReason: note('换片理由', 500),
  },
  needed: ['eye', 'family', 'verdict'],
  concludes: [],
  checks: (body, _day) => [
    ...(typeof body.checkedAt === 'string' && typeof body.insertedAt === 'string' && body.checkedAt < body.insertedAt
      ? [{ field: 'checkedAt', what: '评估时间早于戴入时间' }]
      : []),
    ...(body.verdict !== 'use' && !body.nextReason ? [{ field: 'nextReason', what: '没有采用的试戴片请填写理由' }] : []),
  ],
  hasStatus: false,
  hasPrint: false,
})
