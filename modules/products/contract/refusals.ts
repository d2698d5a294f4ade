import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  bar_code_taken: '条码已被其他商品使用',
  range_order: '光度范围的下限不能大于上限',
  brand_exists: '品牌已存在',
  brand_code_taken: '品牌编码已被其他品牌使用',
  limits_order: '可做范围的下限不能大于上限',
  stock_limits: '库存上限不能小于下限',
  price_no_right: [20405, '没有权限修改价格，请联系店长'],
  category_missing: '类别：必填，或在上传时选择商品类别',
  out_of_range: '{product}没有 {power} 的光度，可做范围：{range}',
})
