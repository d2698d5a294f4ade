import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  stat_range: '开始日期不能晚于结束日期，最多五年',
  stat_split: '没有这种拆分：{split}',
  stat_figure: '没有这个数字：{figure}',
})
