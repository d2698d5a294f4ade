import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  contract_exists: '合同编号已存在',
  contract_term: '合同的结束日期不能早于开始日期',
  contract_kept: '合同已生效过，不能删除；只有草稿可以删除',
  contract_fixed: '合同已生效，供应商、编号、开始日期和价格不能修改：请复制为新合同',
  contract_goods: '每行价格请选择商品或填写品牌，两者只填一个',
  contract_band: '价格行的范围要成对填写，从小到大',
  bands_overlap: '同一商品或品牌的光度与数量范围有重叠',
  bands_overlap_at: '第 {row} 行与第 {other} 行的光度与数量范围有重叠',
  contract_empty: '合同还没有价格，不能生效',
  contract_stores: '只能选择您可以进入的门店；全部门店只能由可进入全部门店的人选择',
  payable_claimed: '{paper}在付款单 {payment} 中，请先从付款单取出或删除付款单',
  payable_taken: '有明细已在其他付款单中，请刷新后重选',
  payment_nothing: '付款金额应大于 0：退货和赔付不能多于应付',
  own_payment: '付款单由您填写，请由他人审核',
  payment_unproven: '付款：请填写付款日期、付款银行和凭证号',
})
