import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  not_passed: '终检未合格，不能进入待取镜：{what}',
  no_concession: '不能让步放行，请返工或重做：{what}',
  order_blocked: '订单检查未通过：{what}',
  order_unconfirmed: '订单检查有提醒，请确认或填写理由：{what}',
  basis_other: '处方 {rx} 的度数与订单的镜片不同：已付款的订单不能改用，请退费或重做',
  paid_first: '订单已付款，请先退费再取消',
  goods_unsaid: '还没有核对，不能收货：{what}',
  goods_other: '与订单不符，不能收货：{what}',
  goods_missing: '还有商品未到货：{what}',
  fee_reason: '加工费由 {from} 元改为 {to} 元，请填写原因',
  axis_missing: '有柱镜时必须填写轴位',
  frame_delete_state: '只有待选择商品、待付款和已取消的订单可以删除',
  rest_due: '尾款 {due} 元未收，收清或挂账后再交镜',
  picked: '请填写取镜人并签名',
})
