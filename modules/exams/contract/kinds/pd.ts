import { nearPdPairs } from '../checks/pairs.ts'
import { pdFindings } from '../checks/checks.ts'
import { pdFields } from '../fields.ts'
import { exam, legacy } from './kind.ts'

export const pd = exam({
  kind: 'pd',
  table: 'exam_pd',
  noun: '瞳距检查',
  title: '瞳距',
  english: 'Pupillary distance',
  tab: 'pd',
  calls: legacy('/examPd'),
  fields: pdFields,
  beside: ['pdMethod', 'workingDistance'],
  groups: [
    { title: '单眼瞳距与瞳高', eyes: ['pdFar', 'ph'] },
    { title: '双眼瞳距', items: ['pdFar', 'pdNear', 'workingDistance', 'pdMethod'] },
  ],
  needs: ['pdFar*', 'ph*'],
  start: () => ({ pdMethod: 2, workingDistance: 400 }),
  checks: (values, day, last, examined) => [...pdFindings(values, day, last, examined), ...nearPdPairs(values)],
  history: ['pdFar', 'pdNear'],
  trends: [{ of: 'pdFar', label: '远用瞳距', unit: 'mm' }],
  print: [{ title: '瞳距', items: ['pdFar', 'pdFarOd', 'pdFarOs', 'pdNear'] }],
  example: { pdFar: 62, pdFarOd: 31, pdFarOs: 31, pdNear: 59, phOd: 18, phOs: 18, pdMethod: 2, workingDistance: 400 },
})
