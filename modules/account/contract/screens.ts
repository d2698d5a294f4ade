import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/': { title: '明眸', can: 'public', layout: 'public', redirect: '/portal' },
  '/login': { title: '登录', can: 'public', layout: 'public' },
  '/eg/login': { title: '护眼登录', can: 'public', layout: 'public' },
  '/portal': { title: '明眸', can: 'public', layout: 'public' },
  '/setup': { title: '首次设置', can: 'public', layout: 'public' },
  '/404': { title: '页面不存在', can: 'public', layout: 'public' },
})
