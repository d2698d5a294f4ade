import { iopFindings } from '../checks/checks.ts'
import { iopFields } from '../fields.ts'
import { exam, legacy } from './kind.ts'

/** How a pressure is measured where nobody says. */
const NON_CONTACT = 1

export const iop = exam({
  kind: 'iop',
  table: 'exam_iop',
  noun: '眼压检查',
  title: '眼压',
  english: 'Eye pressure',
  tab: 'iop',
  rank: 4,
  calls: legacy('/examIop'),
  fields: iopFields,
  beside: ['iopMethod', 'iopTime'],
  groups: [{ title: '眼压', eyes: ['iop', 'cct'] }, { items: ['iopMethod', 'iopTime'] }],
  needs: ['iop*'],
  start: (now) => ({ iopMethod: NON_CONTACT, iopTime: now.slice(11, 16) }),
  filled: (values, examTime) => ({
    iopMethod: values.iopMethod ?? NON_CONTACT,
    iopTime: values.iopTime ?? examTime.slice(11, 16),
  }),
  checks: (values) => iopFindings(values),
  history: ['iop'],
  trends: [{ of: 'iop', label: '眼压', unit: 'mmHg', from: [0, 30] }],
  print: [{ title: '眼压', eyes: ['iop', 'cct'] }],
  example: { iopOd: 15, iopOs: 16, cctOd: 540, cctOs: 542, iopMethod: 1, iopTime: '09:30' },
})
