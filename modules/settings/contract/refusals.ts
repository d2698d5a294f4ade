import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  month_over: '{month} 还没有过完，不能月结',
  month_closed_already: '{month} 已经月结',
  month_open: '{month} 已经重新打开',
})
