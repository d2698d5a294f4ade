import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  confirm_money: '两次输入的金额不一致',
  same_store: '转出与转入不能是同一门店',
  rewarded: '这家门店的推荐奖励已经发放过',
  coupon_unfit: '优惠券不能使用：{why}',
})
