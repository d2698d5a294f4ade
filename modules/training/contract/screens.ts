import { screens } from '#kernel/contract/declare.ts'

const view = { can: 'train:view', menu: 'train' } as const
export default screens({
  '/train': { title: '视觉训练', can: 'train:view', redirect: '/train/sdx' },
  '/train/sdx': { ...view, title: '弱视训练', icon: 'eye', rank: 10 },
  '/train/zsb': { ...view, title: 'ZSB训练', icon: 'eye', rank: 11 },
  '/train/zsk': { ...view, title: 'ZSK训练', icon: 'eye', rank: 12 },
  '/train/amy': { ...view, title: 'AMY训练', icon: 'eye', rank: 13 },
  '/train/hsx': { ...view, title: 'HSX训练', icon: 'eye', rank: 14 },
  '/train/gyxt': { ...view, title: 'GYXT训练', icon: 'eye', rank: 15 },
  '/train/adjustment_train': { ...view, title: '调节训练', icon: 'target', rank: 20 },
  '/train/myopia_train': { ...view, title: '近视防控训练', icon: 'activity', rank: 21 },
  '/train/combinations': { ...view, title: '训练组合', icon: 'clipboard-list', rank: 40 },
  '/train/train_record': { ...view, title: '训练记录', icon: 'list-checks', rank: 30 },
  '/train/card_record': { ...view, title: '开卡记录', icon: 'credit-card', rank: 31 },
  '/train/exam_record': { ...view, title: '检查记录', icon: 'activity', rank: 32 },
  '/train/starton_train_record': { ...view, title: '训练方案', icon: 'calendar-days', rank: 5 },
  '/train/starton_train_record_add': { title: '新增训练方案', can: 'train:edit' },
  '/train/starton_train_record_add/{id}': { title: '编辑训练方案', can: 'train:edit' },
  '/train/starton_train_record_detail/{id}': { title: '训练方案详情', can: 'train:view' },
  '/train/starton_train_record_print/{id}': {
    title: '训练方案打印',
    can: 'train:view',
    redirect: '/train/tarton_train_record_print/{id}',
  },
  // The seeds spell it so.
  '/train/tarton_train_record_print/{id}': { title: '训练方案打印', can: 'train:view', layout: 'print' },
  '/train/train_record/print/{ids}': { title: '训练记录打印', can: 'train:view', layout: 'print' },
  '/today/today-train': { title: '今日训练', can: 'train:view', menu: 'today', icon: 'activity', rank: 4 },
  '/patients/detail/{patientId}/train': { title: '视觉训练', can: 'train:view' },
  '/eg/data': { title: '护眼数据查询', can: 'eg:view' },
})
