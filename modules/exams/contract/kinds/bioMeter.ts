import { axisPairs } from '../checks/pairs.ts'
import { bioFindings } from '../checks/checks.ts'
import { bioFields } from '../fields.ts'
import { crud, exam } from './kind.ts'

export const bioMeter = exam({
  kind: 'bioMeter',
  table: 'exam_bio_meter',
  noun: '生物测量',
  title: '生物测量',
  english: 'Biometry',
  tab: 'biology',
  rank: 5,
  calls: crud('/v1/{product}/exam-bio-meter'),
  fields: bioFields,
  beside: ['cycloplegia'],
  groups: [
    { title: '眼轴与各段', eyes: ['al', 'acd', 'lt', 'vt', 'cct', 'wtw'] },
    { title: '角膜曲率', eyes: ['k1', 'k1Axis', 'k2', 'k2Axis', 'snr'] },
    { items: ['cycloplegia'], folded: true },
  ],
  needs: ['al*', 'k1*', 'k2*'],
  checks: (values, day, last, examined) => [...bioFindings(values, day, last, examined), ...axisPairs(values)],
  history: ['al'],
  trends: [
    { of: 'k1', label: '平K', unit: 'D' },
    { of: 'k2', label: '陡K', unit: 'D' },
  ],
  print: [{ title: '生物测量', eyes: ['al', 'k1', 'k2', 'acd', 'lt', 'vt', 'cct', 'wtw'] }],
  example: {
    alOd: 24.1,
    alOs: 24.2,
    k1Od: 43,
    k1Os: 43.1,
    k2Od: 44,
    k2Os: 44.2,
    k1AxisOd: 175,
    k2AxisOd: 85,
    k1AxisOs: 5,
    k2AxisOs: 95,
    cctOd: 540,
    cctOs: 542,
    wtwOd: 11.8,
    wtwOs: 11.8,
  },
})
