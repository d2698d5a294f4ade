/** What the member and the family had: every item asked has an answer and who gave it; what was not asked stays unasked. */
import { note } from '#kernel/contract/index.ts'
import { questions, askedFaults, recordKind, saidBy } from './kind.ts'

const historyItems = {
  lensWear: '戴过隐形眼镜',
  orthoK: '戴过塑形镜',
  dryEye: '干眼',
  allergicEye: '过敏性结膜炎',
  keratitis: '角膜炎或角膜溃疡',
  trichiasis: '倒睫',
  trauma: '眼外伤',
  surgery: '眼部手术',
  strabismus: '斜视',
  glaucoma: '青光眼',
  keratoconus: '圆锥角膜',
  retina: '视网膜疾病',
  diabetes: '糖尿病',
  immune: '免疫性疾病',
  rhinitis: '过敏性鼻炎或哮喘',
  atropine: '用过低浓度阿托品',
  medication: '长期用药',
  drugAllergy: '药物过敏',
  familyMyopia: '父母近视',
  familyEye: '家族眼病',
  premature: '早产',
}
export const medicalHistory = recordKind({
  noun: 'medical history',
  chain: 'beside',
  fields: {
    items: questions('病史项目', historyItems),
    deniedAll: saidBy.meta({ label: '全部否认（陈述人）' }),
    remark: note('补充'),
  },
  needed: [],
  concludes: [],
  checks: (body) => [
    ...askedFaults(body, 'items'),
    ...(body.deniedAll || (Array.isArray(body.items) && body.items.length)
      ? []
      : [{ field: 'items', what: '请至少询问一项，或声明全部否认' }]),
  ],
  hasStatus: false,
  hasPrint: false,
})
