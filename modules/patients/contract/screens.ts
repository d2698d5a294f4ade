import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/patients': { title: '会员管理', can: 'patient:view', redirect: '/patients/list' },
  '/patients/list': { title: '会员列表', can: 'patient:view', menu: 'patients', icon: 'users', rank: 10 },
  '/patients/import': { title: '导入会员', can: 'patient:import' },
  '/patients/detail/{patientId}': { title: '会员详情', can: 'patient:view', redirect: '/patients/detail/{patientId}/home' },
  '/patients/detail/{patientId}/home': { title: '会员主页', can: 'patient:view' },
  '/patients/detail/{patientId}/basic': { title: '基本信息', can: 'patient:view' },
})
