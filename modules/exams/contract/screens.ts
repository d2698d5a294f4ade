import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/patients/detail/{patientId}/examine': { title: '检查记录', can: 'exam:view', redirect: '/patients/detail/{patientId}/examine/sight' },
  // One page under an address for each kind: it lands at its section. The census holds them against the kinds.
  '/patients/detail/{patientId}/examine/sight': { title: '视力', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/refraction': { title: '屈光检查', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/pd': { title: '瞳距', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/biology': { title: '生物测量', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/iop': { title: '眼压', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/heightAndWeight': { title: '身高体重', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/vision': { title: '视功能', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/dry': { title: '干眼检查', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/corneal': { title: '角膜内皮细胞', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/misc': { title: '其他检查', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/assess': { title: '评估', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/cycloplegia': { title: '散瞳记录', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/cornea': { title: '角膜地形图', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/fracture': { title: '裂隙灯', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/shaping': { title: '硬镜检查', can: 'exam:view' },
  '/patients/detail/{patientId}/examine/graph': { title: '发育曲线', can: 'exam:view' },
  '/current-work/check': { title: '检查', can: 'exam:view', menu: 'current-work', icon: 'eye', rank: 2 },
  '/today/today-check': { title: '今日检查', can: 'exam:view', menu: 'today', icon: 'eye', rank: 3 },
  '/crowthCurve': { title: '视力发育曲线', can: 'exam:view', layout: 'none' },
  '/visualResult': { title: '视功能检查结果', can: 'exam:view', layout: 'none' },
  '/result': { title: '检查结果', can: 'exam:view', layout: 'none' },
  '/exam-report/{pid}': { title: '检查报告', can: 'exam:view', layout: 'print' },
})
