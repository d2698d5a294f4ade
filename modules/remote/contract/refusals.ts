import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  specialist_exists: '这位专家已在名单中',
  specialist_busy: '还有 {open} 个会诊未结束，不能移除',
  specialist_stopped: '这位专家已停用',
  no_remote_consent: '远程会诊需要会员（或监护人）的书面知情同意，请先办理',
  expert_taken: '该时段已被预约，请选择其他时间',
  off_slot: '不在专家的出诊时段内',
  consult_past: '会诊时间已过',
  time_needed: '请选择会诊时间',
  pack_not_theirs: '“{what}”不属于该会员，或已作废',
  cancel_reason: '请填写原因',
  not_yours_to_end: '会诊已开始，只有专家或店长可以终止',
  room_early: '会诊 {time} 开始，提前 30 分钟可进入',
  room_late: '会诊结束已超过 24 小时，请重新申请',
  room_closed: '当前状态为“{state}”，不能进入',
  report_empty: '请填写会诊意见',
  user_not_own: '只能领取自己的签名',
})
