import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  recall_ended: '召回 {recall} 已结束，不能再登记通知',
  recall_no_holder: '这位会员没有这个批号的商品',
  recall_nothing: '没有批次、会员或待判定的货对应“{code}”：请填写包装上的批号',
})
