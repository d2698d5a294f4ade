import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  sms_params: '短信模板缺少参数：{names}',
  sms_sent: '短信已提交，不能重发',
  sms_secret: '验证码短信不能重发，请重新获取',
  sms_balance: '短信余额不足，请先充值',
})
