/** What the rows of a table are called where people read the audit; a table without a name shows its own. */
export const tables: Readonly<Record<string, string>> = {
  patient: '会员', patient_source: '会员来源', patient_family: '会员家庭', others_info: '会员其他信息', consent: '知情同意', contact: '员工', contact_store: '员工门店授权', account: '账号', role: '角色', role_permission: '角色权限',
  store: '门店', store_withheld: '门店授权', menu: '菜单', element: '页面元素', view_password: '查看密码', record_unlock: '档案解锁', level: '会员等级', fee_bill: '收费单', bill_item: '收费项目', fee_item: '收费项目设置',
  charge_bill: '储值单', refund: '退费', reservation: '预约', duty: '排班', exam_visual: '视力检查', exam_refraction: '验光', exam_pd: '瞳距', exam_bio_meter: '生物测量', exam_iop: '眼压', exam_height_weight: '身高体重',
  ecase: '病历', prescription: '处方', prescription_line: '处方明细', record_frame: '配镜订单', product: '商品', supplier: '供应商', stock_in: '入库单', stock_out: '出库单', batch: '批次', import_batch: '导入批次',
}
