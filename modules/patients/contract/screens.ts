import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/patients': { title: '会员管理', can: 'patient:view', redirect: '/patients/list' },
  '/patients/list': { title: '会员列表', can: 'patient:view', menu: 'patients', icon: 'users', rank: 10 },
  '/patients/import': { title: '导入会员', can: 'patient:import' },
  '/patients/potential-member': { title: '潜在会员', can: 'patient:save', menu: 'patients', icon: 'user-plus', rank: 20 },
  '/patients/potential-import': { title: '导入潜在会员', can: 'patient:import' },
  '/patients/consultation': { title: '会员咨询', can: 'patient:save', menu: 'patients', icon: 'phone', rank: 70 },
  '/patients/wechat': { title: '微信会员', can: 'patient:chat', menu: 'patients', icon: 'message-square', rank: 60 },
  '/patients/local-egData': { title: '本地护眼数据', can: 'patient:save', menu: 'patients', icon: 'smartphone', rank: 80 },
  '/data-manage': { title: '数据管理', can: 'patient:save', redirect: '/data-manage/local-egData' },
  '/data-manage/local-egData': { title: '本地护眼数据', can: 'patient:save' },
  '/patients/eg-import': { title: '导入护眼用户', can: 'patient:import' },
  '/patients/doubles': { title: '重复会员', can: 'patient:merge', menu: 'patients', icon: 'contact', rank: 85 },
  '/patients/consents': { title: '知情同意书', can: 'consent:publish', menu: 'patients', icon: 'scroll-text', rank: 90 },
  '/settings/patient': { title: '会员设置', can: 'settings:edit', menu: 'settings', icon: 'users', rank: 30 },
  '/patients/detail/{patientId}': { title: '会员详情', can: 'patient:view', redirect: '/patients/detail/{patientId}/home' },
  '/patients/detail/{patientId}/basic': { title: '基本信息', can: 'patient:view' },
  '/patients/detail/{patientId}/chat': { title: '微信沟通', can: 'patient:chat' },
  '/patients/detail/{patientId}/consultation': { title: '咨询记录', can: 'patient:view' },
  '/historyPrint/{patientId}/{othersInfoId}': { title: '病史打印', can: 'patient:view', layout: 'print' },
})
