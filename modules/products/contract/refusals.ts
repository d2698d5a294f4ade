import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  bar_code_taken: '条码已被其他商品使用',
  range_order: '光度范围的下限不能大于上限',
  stock_limits: '库存上限不能小于下限',
  price_no_right: [20405, '没有权限修改价格，请联系店长'],
  power_missing: '{product}需要填写球镜度数',
  out_of_range: '{product}没有 {power} 的光度，可做范围：{range}',
  import_unreadable: '文件读不出表格：{why}',
  import_unknown: '认不出表格的种类，请选择表格种类并对应各列',
  import_empty: '没有可以导入的行',
  import_undone: '这次导入已经撤销',
  import_used: '其中 {count} 个商品已有库存或单据，不能撤销：{names}',
})
