/** Whether ortho-k suits this member: what was measured and asked, the verdict, and who answers for it. */
import { count, date, eyes, id, measure, note, personal, text, word, planned } from '#kernel/contract/index.ts'
import { bioFields, iopFields, refractionFields } from '#modules/exams/contract/fields.ts'
import { recordKind } from './kind.ts'
import { verdictFaults } from '../okjing/suitability.ts'

const { dsOd, dsOs, dcOd, dcOs, axOd, axOs } = refractionFields
const { k1Od, k1Os, k2Od, k2Os, wtwOd, wtwOs, cctOd, cctOs, alOd, alOs } = bioFields
const { iopOd, iopOs } = iopFields
const yesNo = (label: string) => word(label, { yes: '有', no: '无', unknown: '不详' })
const verdict = word(
  '适合性结论',
  { suitable: '适合', care: '慎重', later: '暂不适合', no: '不适合' },
  { tones: { suitable: 'ok', care: 'warn', later: 'neutral', no: 'bad' } },
)
export const firstRecord = recordKind({
  noun: 'ortho-k first record',
  chain: 'opens',
  fields: {
    school: personal(text('学校')),
    grade: text('年级', { max: 30 }),
    myopiaSince: count('近视起始年龄', { max: 60, unit: '岁' }),
    oldGlasses: note('以往眼镜', 500),
    parentMyopia: word('父母近视', { none: '都不近视', one: '一方近视', both: '双方近视', unknown: '不详' }),
    parentPowers: text('父母度数', { max: 200 }),
    nearHours: measure('每日近距离用眼', { block: [0, 18], unit: 'h', step: 0.5, decimals: 1 }),
    outdoorHours: measure('每日户外', { block: [0, 14], unit: 'h', step: 0.5, decimals: 1 }),
    oldTreatment: note('以往控制方法', 500),
    allergies: text('过敏史', { max: 200 }),
    eyeHistory: note('眼部病史', 500),
    systemicHistory: note('全身病史', 500),
    drugs: text('用药', { max: 200 }),
    examId: id('验光记录'),
    bioMeterId: id('生物测量记录'),
    dsOd,
    dsOs,
    dcOd,
    dcOs,
    axOd,
    axOs,
    k1Od,
    k1Os,
    k2Od,
    k2Os,
    ...eyes('ecc', measure('e 值', { block: [-1, 1.2], step: 0.01, decimals: 2 })),
    ...eyes('pupil', measure('瞳孔直径', { block: [1, 10], unit: 'mm', step: 0.1, decimals: 1, reason: 'of the pupil: no lens is of it' })),
    wtwOd,
    wtwOs,
    iopOd,
    iopOs,
    cctOd,
    cctOs,
    alOd,
    alOs,
    inflammation: yesNo('眼部活动性炎症'),
    dryEye: yesNo('干眼'),
    systemicBar: yesNo('全身禁忌'),
    hygiene: word('卫生与依从性', { good: '良好', doubtful: '存疑', poor: '差' }),
    result: verdict,
    resultReason: note('结论理由', 500),
    recheckOn: planned(date('复评日期')),
    treatmentPlan: note('处理计划', 500),
  },
  needed: ['result'],
  concludes: [
    {
      field: 'result',
      values: ['suitable', 'care'],
      needs: ['ds*', 'k1*', 'k2*', 'ecc*', 'wtw*', 'iop*', 'dryEye'],
      facts: ['age'],
      signed: ['consent', 'guardian'],
    },
  ],
  checks: verdictFaults,
  hasStatus: true,
  hasPrint: true,
})
