import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  bar_code_taken: '条码已被其他商品使用',
  range_order: '光度范围的下限不能大于上限',
  brand_exists: '品牌已存在',
  brand_code_taken: '品牌编码已被其他品牌使用',
  limits_order: '可做范围的下限不能大于上限',
  stock_limits: '库存上限不能小于下限',
  price_no_right: [20405, '没有权限修改价格，请联系店长'],
  tag_category: '“{product}”不是标签“{tag}”的类别',
  category_missing: '类别：必填，或在上传时选择商品类别',
  not_a_lens: '“{name}”不是镜片，没有光度价格',
  band_order: '第 {row} 行：范围要从小到大',
  lens_bands_overlap: '第 {row} 行与第 {other} 行的光度范围有重叠',
  lens_list_begun: '{day} 起的价格表已经生效，不能再改；请从今天或以后的日期另立一份',
  price_unknown: '“{name}”的价格表没有 {what} 的价格',
  grid_cell: '第 {row} 行“{column}”列：“{given}” 不是{what}',
  out_of_range: '{product}没有 {power} 的光度，可做范围：{range}',
})
