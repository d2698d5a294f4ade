import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/settings/messages': { title: '短信与消息', can: 'message:view', menu: 'settings', icon: 'message-square-text', rank: 70 },
})
