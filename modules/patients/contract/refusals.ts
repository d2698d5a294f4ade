import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  exists: [1406, '会员已存在'],
  exists_card: [1406, '会员已存在：身份证号相同'],
  family_cycle: '这样会使一个人成为自己的长辈',
  parent: '已登记过这一位家长',
  somebody: '请选择会员，或填写亲属姓名',
  card_taken: '该卡号已绑定其他会员',
  guardian_needed: '不满十四周岁，需由监护人同意，请填写监护人姓名和关系',
  text_changed: '同意书已更新，请阅读新版本后再确认',
  wechat_taken: '该微信已绑定其他会员',
  same_record: '请选择两位不同的会员',
  merged_since: '这两位会员之后又有合并，请先撤销后来的那次',
  wallet_left: '会员还有余额（{what}），请先退还或转出后再注销',
  name_differs: '输入的姓名与会员不一致',
  book_taken: '该护眼本用户已绑定其他会员，请先解绑',
  device_taken: '该设备已有正在服务的用户',
  born_later: '出生日期不能晚于今天',
})
