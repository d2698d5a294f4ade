import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/members/message': { title: '短信营销', can: 'marketing:view', menu: 'members', icon: 'message-square-text', rank: 10 },
  '/members/marketing': { title: '营销设置', can: 'marketing:view', menu: 'members', icon: 'settings', rank: 40 },
  '/patients/detail/{patientId}/touches': { title: '触达记录', can: 'patient:view' },
})
