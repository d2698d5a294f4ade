import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  same_member: '不能转给会员自己',
  scheme_differs: '金额与储值方案“{name}”不符：本金 {money} 元，赠金 {gift} 元',
  amend_kind: '只能更正储值单，不能更正{kind}',
  amend_same: '更正后的金额与现在相同',
  amend_scanned: '扫码支付的储值单本金以实付为准，只能更正赠金',
  refund_to_account: '会员本金余额超过 100 元，应退回同名账户：请填写收款人姓名和账号，不能付现金',
  same_name: '收款人应为会员本人或其监护人：{names}',
  principal_short: '可退本金只有 {money} 元，赠金不能退现',
  topup_limit: '储值后本金余额将超过 {limit} 元（单张记名预付卡上限）',
  rule_range: '{label}应在 {min} 到 {max} 之间',
})
