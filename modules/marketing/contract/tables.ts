import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  segment: { word: '人群', wall: 'store', impersonal: ['name'] },
  segment_version: { word: '人群版本', wall: 'chain', addedOnly: true, unaudited: 'a history itself' },
  marketing_template: { word: '短信模板', wall: 'store', impersonal: ['text'] },
  marketing_setting: { word: '营销设置', wall: 'store' },
  marketing_standing: { word: '常设任务', wall: 'store' },
  marketing_task: { word: '短信任务', wall: 'store', impersonal: ['name'] },
  wechat_template: { word: '微信模板', wall: 'store', impersonal: ['number', 'fields'] },
  marketing_recipient: {
    word: '短信任务名单',
    wall: 'store',
    secret: ['code'],
    unaudited: 'written by the sending, its states are its history',
    personal: { pid: ['mobile', 'facts'] },
    keeps: 'proof',
  },
  marketing_touch: {
    word: '触达记录',
    wall: 'store',
    addedOnly: true,
    unaudited: 'a history itself',
    personal: { pid: ['mobile', 'text', 'facts'] },
    keeps: 'proof',
  },
  marketing_unsubscribe: {
    word: '退订记录',
    wall: 'store',
    addedOnly: true,
    unaudited: 'a history itself',
    personal: { pid: ['mobile'] },
    keeps: 'proof',
  },
  managed_tag: { word: '规则标签', wall: 'store' },
  managed_tag_line: { word: '规则标签记录', wall: 'store', addedOnly: true, unaudited: 'a history itself', keeps: 'business' },
})

export const functions: Functions = { door: ['marketing_link'] }
