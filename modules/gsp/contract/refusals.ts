import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  recall_ended: '召回 {recall} 已结束，不能再登记通知',
  recall_no_holder: '这位会员没有这个批号的商品',
})
