import { tables } from '#kernel/contract/tables.ts'

export default tables({
  sms: {
    word: '短信',
    wall: 'store',
    unaudited: 'written by the queue, its states are its history',
    personal: { pid: ['mobile', 'text', 'params'] },
    keeps: 'proof',
  },
  sms_reply: { word: '短信回复', wall: 'store', unaudited: 'a log itself', impersonal: ['mobile', 'text'] },
  message: { word: '微信消息', wall: 'chain', unaudited: 'a log itself', personal: { pid: ['text', 'open_id', 'notice'] }, keeps: 'proof' },
  message_media: {
    word: '微信图片与语音',
    wall: 'chain',
    unaudited: 'part of the message, a log itself',
    keeps: 'erased',
  },
})
