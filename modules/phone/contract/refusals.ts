import { refusals } from '#kernel/contract/index.ts'

export default refusals({
  member_unknown: '没有找到您的会员资料，请到门店前台登记或绑定',
  login_gone: '验证已失效，请重新登录',
  too_late: '现在离就诊太近，不能自己改了，请打门店电话',
  not_offered: '这个时段不能约，请另选一个',
  request_open: '同样的申请还在处理中',
})
