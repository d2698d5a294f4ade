import { acuityPairs } from '../checks/pairs.ts'
import { visualFindings } from '../checks/checks.ts'
import { visualFields } from '../fields.ts'
import { exam, legacy } from './kind.ts'

export const visual = exam({
  kind: 'visual',
  table: 'exam_visual',
  noun: '视力检查',
  title: '视力',
  english: 'Visual acuity',
  tab: 'sight',
  calls: legacy('/examVisual', { save: '', ours: ['info'] }),
  fields: visualFields,
  beside: ['distance', 'glassesType'],
  groups: [
    { title: '视力（五分记录）', eyes: ['ucva', 'cva', 'bcva', 'near'] },
    { title: '视力表上看不到时', eyes: ['ucvaCode'], folded: true },
    { items: ['glassesType', 'distance'], folded: true },
  ],
  needs: ['ucva*', 'cva*', 'bcva*'],
  start: () => ({ distance: 5 }),
  checks: (values, day, last, examined) => [...visualFindings(values, day, last, examined), ...acuityPairs(values)],
  history: ['ucva'],
  trends: [],
  print: [{ title: '视力（五分记录）', eyes: ['ucva', 'cva', 'bcva', 'near'] }],
  example: { ucvaOd: 4.6, ucvaOs: 4.7, bcvaOd: 5, bcvaOs: 5, nearOd: 5, nearOs: 5, distance: 5, glassesType: 1 },
})
