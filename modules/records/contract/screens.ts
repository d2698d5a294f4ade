import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/patients/detail/{patientId}/prescription': { title: '处方', can: 'prescription:view' },
  '/current-work/signing': { title: '待签发处方', can: 'prescription:sign', menu: 'current-work', icon: 'file-text', rank: 3 },
  '/patients/detail/{patientId}/ecase': { title: '电子病历', can: 'ecase:view' },
  '/rx-bill-print/{rxBillId}': { title: '处方单打印', can: 'prescription:view', layout: 'print' },
  '/ecasePrint/{patientId}/{ecaseId}': { title: '电子病历打印', can: 'ecase:view', layout: 'print' },
  '/patients/detail/{patientId}/okjing': { title: '隐形眼镜', can: 'record:view' },
  '/process/okjing': { title: '硬镜验配', can: 'record:view', menu: 'process', icon: 'eye', rank: 30 },
  '/frame/okjing': { title: '硬镜验配', can: 'record:view' },
  '/settings/icd10': { title: '诊断编码', can: 'icd:import', menu: 'settings', icon: 'file-text', rank: 60 },
  '/print/development/{patientId}': { title: '屈光发育表打印', can: 'exam:view', layout: 'print' },
  '/print/first-record/{recordId}': { title: '硬镜初诊记录打印', can: 'record:view', layout: 'print' },
  '/print/take-record/{recordId}': { title: '取镜记录打印', can: 'record:view', layout: 'print' },
})
