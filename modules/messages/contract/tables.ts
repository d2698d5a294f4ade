import { tables } from '#kernel/contract/tables.ts'

export default tables({
  sms: {
    word: '短信',
    wall: 'store',
    unaudited: 'written by the queue, its states are its history',
    personal: { pid: ['mobile', 'text', 'params'] },
    keeps: 'proof',
  },
  message: {
    word: '微信消息',
    wall: 'chain',
    changedAcross: 'an answer of the member finds its question in any store',
    unaudited: 'a log itself',
    personal: { pid: ['text', 'open_id', 'notice'] },
    keeps: 'proof',
  },
  sms_reply: { word: '短信回复', wall: 'store', unaudited: 'a log itself', impersonal: ['mobile', 'text'] },
  message_media: {
    word: '微信图片与语音',
    wall: 'chain',
    changedAcross: 'fetched with its message',
    unaudited: 'part of the message, a log itself',
    keeps: 'erased',
  },
})
