import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  device_nothing: '没有选中任何测量值',
  device_key_invalid: '上传密钥无效或已停用，请向店长要一个新的',
  device_other_person: '文件和会员不是同一个人：{what}。请核对；确认无误须填写理由',
  device_unknown: '这个文件仍然无法解析，原文件已保留',
})
