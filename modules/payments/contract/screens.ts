import { screens } from '#kernel/contract/declare.ts'
export default screens({
  '/pay/phone/{orderNo}': { title: '模拟手机', can: 'public', layout: 'public' },
})
