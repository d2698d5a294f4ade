import { basePairs } from '../checks/pairs.ts'
import { refractionFindings } from '../checks/checks.ts'
import { refractionFields } from '../fields.ts'
import { exam, legacy, type ExamValues } from './kind.ts'

/** Kinds of refraction whose values come from a device and may be finer than a quarter. */
const fine = (values: ExamValues): boolean => values.kind === 1 || values.kind === 2 || values.kind === 5

export const refraction = exam({
  kind: 'refraction',
  table: 'exam_refraction',
  noun: '屈光检查',
  title: '屈光检查',
  english: 'Refraction',
  tab: 'refraction',
  calls: legacy('/examRefraction', { ours: ['list', 'info', 'save'] }),
  fields: refractionFields,
  beside: ['kind', 'cycloplegia', 'vd', 'dominantEye', 'cycloplegiaId', 'cycloplegiaWhy'],
  required: ['kind'],
  within: 'kind',
  several: 'refractions',
  groups: [
    { eyes: ['ds', 'dc', 'ax', 'va', 'pd'] },
    { items: ['cycloplegia'] },
    { title: '近用与棱镜', eyes: ['add', 'prism', 'base'], folded: true },
    { items: ['dominantEye', 'vd'], folded: true },
  ],
  needs: ['ds*', 'va*', 'pd*'],
  start: () => ({ vd: 12 }),
  checks: (values, day, last, examined) => [
    ...refractionFindings(values, day, last, { ...examined, fine: fine(values) }),
    ...basePairs(values),
  ],
  history: ['ds', 'dc'],
  trends: [],
  print: [{ eyes: ['ds', 'dc', 'ax', 'add', 'va', 'pd'] }, { items: ['cycloplegia', 'cycloplegiaWhy'] }],
  example: {
    kind: 4,
    cycloplegia: 1,
    dsOd: -3.25,
    dcOd: -0.5,
    axOd: 175,
    vaOd: 5,
    dsOs: -2.75,
    dcOs: -1,
    axOs: 5,
    vaOs: 5,
    pdOd: 31.5,
    pdOs: 31,
    vd: 12,
  },
})
