import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  same_member: '不能转给会员自己',
  principal_short: '可退本金只有 {money} 元，赠金不能退现',
  topup_limit: '储值后本金余额将超过 {limit} 元（单张记名预付卡上限）',
  rule_range: '{label}应在 {min} 到 {max} 之间',
})
