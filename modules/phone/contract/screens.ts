import { screens } from '#kernel/contract/declare.ts'

const page = { can: 'public', layout: 'public' } as const
/** The members' pages. Nothing of a member is on them before a member's own session is; accounts of the house do not open them. */
export default screens({
  '/h5': { title: '会员首页', ...page },
  '/h5/login': { title: '会员登录', ...page },
  '/h5/book': { title: '约时间', ...page },
  '/h5/visits': { title: '我的预约', ...page },
  '/h5/orders': { title: '我的订单', ...page },
  '/h5/report': { title: '检查报告', ...page },
  '/h5/prescriptions': { title: '我的处方', ...page },
  '/h5/wallet': { title: '券与余额', ...page },
  '/h5/mine': { title: '我的', ...page },
  '/h5/rights': { title: '同意与个人信息', ...page },
  '/h5/contacts': { title: '联系门店', ...page },
  '/h5/campaigns': { title: '活动和优惠', ...page },
  '/h5/campaign': { title: '活动', ...page },
  '/h5/article': { title: '文章', ...page },
  '/h5/c/{code}': { title: '活动报名', ...page },
  '/h5/m/{code}': { title: '消息', ...page },
})
