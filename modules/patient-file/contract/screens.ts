import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/patients/detail/{patientId}/home': { title: '会员主页', can: 'patient:view' },
  '/parent-report/{pid}': { title: '家长报告', can: 'exam:view', layout: 'none' },
})
