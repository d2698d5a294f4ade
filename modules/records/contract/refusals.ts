import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  rx_wrong: '{what}',
  rx_unconfirmed: '请确认：{what}',
  rx_empty: '处方至少要有一行度数',
  rx_delete: '只有草稿处方可以删除，已开具的请作废',
  rx_exam: '验光记录不属于该会员，或已作废',
  rx_expired: '处方有效期已过，请重新验光',
  rx_copied: '以往的数据确认后才能签发：{what}',
  validity: '有效期至不能早于开方日期',
  treatment_days: '结束日期不能早于开始日期',
  treatment_strength: '请填写阿托品的浓度；其他方式没有浓度',
  treatment_what: '请写明是什么干预',
  treatment_risk: '红光照射须先向监护人告知视网膜损伤的风险，并使用已按第三类医疗器械注册的产品',
  treatment_overlap: '同一只眼的同类干预时间重叠：请先结束前一段',
  treatment_born: '开始日期早于出生日期',
  case_empty: '请填写主诉、诊断或建议',
})
