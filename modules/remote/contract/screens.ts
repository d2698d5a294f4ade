import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/expert': { title: '专家工作台', can: 'expert:view', layout: 'none' },
  '/medical/specialist': { title: '远程专家', can: 'remote:view', menu: 'medical', icon: 'contact', rank: 60 },
  '/medical/remote_reserve': { title: '远程预约', can: 'remote:view', menu: 'medical', icon: 'video', rank: 61 },
  '/remote': { title: '远程诊疗室', can: 'remote:view', layout: 'none' },
  '/remote-record-print/{userId}': { title: '远程会诊记录打印', can: 'remote:view', layout: 'print' },
})
