import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/members': { title: '营销管理', can: 'marketing:view', redirect: '/members/wechat' },
  '/members/wechat': { title: '微信营销', can: 'marketing:view', menu: 'members', icon: 'message-square', rank: 20 },
  '/members/campaigns': { title: '活动与促销', can: 'campaign:desk', menu: 'members', icon: 'megaphone', rank: 30 },
  '/members/content': { title: '内容管理', can: 'marketing:view', menu: 'members', icon: 'file-text', rank: 40 },
  '/preview-wechat': { title: '微信图文预览', can: 'marketing:view', layout: 'none' },
})
