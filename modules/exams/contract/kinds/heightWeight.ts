import { bodyPairs } from '../checks/pairs.ts'
import { heightFindings } from '../checks/checks.ts'
import { heightWeightFields } from '../fields.ts'
import { bmi } from '../formulas/formulas.ts'
import { exam, legacy } from './kind.ts'

export const heightWeight = exam({
  kind: 'heightWeight',
  table: 'exam_height_weight',
  noun: '身高体重',
  title: '身高体重',
  english: 'Height and weight',
  tab: 'heightAndWeight',
  calls: legacy('/examHeightWeight', { ours: ['info'] }),
  fields: heightWeightFields,
  beside: [],
  groups: [{ items: ['height', 'weight'] }],
  needs: ['height', 'weight'],
  checks: (values, day, last, examined) => [...heightFindings(values, day, last, examined), ...bodyPairs(values)],
  computed: [
    {
      name: 'bmi',
      label: 'BMI',
      unit: 'kg/m²',
      decimals: 1,
      formula: '体重 ÷ 身高²',
      source: 'WHO 2000',
      of: ({ height, weight }) => (typeof height === 'number' && typeof weight === 'number' ? bmi(weight, height) : null),
    },
  ],
  history: ['height', 'weight'],
  trends: [],
  print: [{ title: '身高体重', items: ['height', 'weight'] }],
  example: { height: 140, weight: 33 },
})
