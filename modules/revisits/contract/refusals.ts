import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  staff_named: '指定回访人时请选择回访人',
  staff_elsewhere: '{name}不在本店任职，不能指定为回访人',
  window_order: '有效期的结束不能早于开始',
  done_note_only: '已结束的回访只能修改备注',
  untouched_only: '只有人工新建、还没有处理过的回访可以删除；其他的请取消并写明原因',
  next_needed: '请安排下次日期，或说明为什么不再安排',
  nothing_booked: '没有找到之后的预约：请先预约，再记“已预约”',
  undo_late: '只能由本人在十分钟内撤销',
  held: '{name}正在联系这一家，请稍后再试',
  nothing_due: '现在没有要回访的任务',
  no_steps: '模板里没有计划，不能生成回访',
  no_phone: '没有可用的手机号',
  no_wechat: '会员没有绑定微信',
  no_contact: '{what}',
  told_today: '今天已给这个号码发过消息',
  quiet_hours: '现在是免打扰时间（{from}–{to}）',
})
