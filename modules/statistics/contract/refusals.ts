import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  stat_range: '开始日期不能晚于结束日期，最多五年',
  stat_split: '没有这种拆分：{split}',
  stat_figure: '没有这个数字：{figure}',
  commission_past: '提成规则最早从本月一日起生效，过去的月份不再改变',
  commission_twice: '这个范围在这一天已经有规则',
  commission_scope: '规则按类别、品牌、商品之一设定；顾问的充值提成不分类别',
  commission_rate: '填百分比或每件金额之一',
  commission_begun: '已经生效的规则不能删除，可以从某一天起停用',
})
