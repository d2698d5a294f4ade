import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/portal': { title: '明眸', can: 'public', layout: 'public' },
  '/price': { title: '价格', can: 'public', layout: 'public' },
  '/download': { title: '下载', can: 'public', layout: 'public' },
  '/mall': { title: '视光商城', can: 'public', layout: 'public' },
  '/eg/home': { title: '护眼首页', can: 'public', layout: 'public' },
  '/eg': { title: '护眼首页', can: 'public', layout: 'public', redirect: '/eg/home' },
})
