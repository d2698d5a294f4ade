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
  case_empty: '请填写主诉、诊断或建议',
})
