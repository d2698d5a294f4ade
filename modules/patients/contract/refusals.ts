import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  exists: [1406, '会员已存在'],
  exists_card: [1406, '会员已存在：身份证号相同'],
  born_later: '出生日期不能晚于今天',
})
