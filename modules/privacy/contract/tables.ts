/** What the rows of a table are called where people read the audit, by the module that owns it; a table without a name shows its own. */
export const tablesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  institution: { store: '门店', balance_record: '门店账户流水' },
  account: { contact: '员工', contact_store: '员工门店授权', account: '账号', role: '角色', role_permission: '角色权限', store_withheld: '门店授权', menu: '菜单', element: '页面元素', view_password: '查看密码', view_password_try: '查看密码输错' },
  settings: { level: '会员等级', master_item: '基础设置', store_option: '门店选项' },
  payments: { payment_order: '支付订单', service_price: '服务价格', account_coupon: '账户优惠券' },
  suppliers: { supplier: '供应商' },
  products: { product: '商品' },
  stock: { warehouse: '仓库', batch: '批次', stock_in: '入库单', stock_in_item: '入库明细', stock_out: '出库单', stock_out_item: '出库明细', stock_price: '库存价格' },
  patients: { patient: '会员', patient_source: '会员来源', patient_family: '会员家庭', patient_card: '会员卡', potential_follow: '潜客跟进', consultation: '咨询', consent_text: '同意书文本', consent: '知情同意', member_view: '会员列表视图', patient_merge: '会员合并', eye_book: '护眼本', eg_patient: '护眼会员', others_info: '会员其他信息', import_batch: '导入批次' },
  loyalty: { charge_bill: '储值单', points_rule: '积分规则', gift: '礼品', gift_order: '礼品兑换', recommend_reward: '推荐奖励', coupon_kind: '卡券', receive_record: '卡券领取', lottery_prize: '抽奖奖品', lottery_draw: '抽奖', member_package: '会员套餐', package_item: '套餐项目', package_record: '套餐核销', storage_scheme: '储值方案' },
  reservations: { office: '科室', consulting_room: '诊室', duty: '排班', reservation: '预约', queue_ticket: '候诊号', exam_reservation: '检查预约', large_screen: '大屏' },
  exams: { exam_visual: '视力检查', exam_refraction: '验光', exam_pd: '瞳距', exam_bio_meter: '生物测量', exam_iop: '眼压', exam_height_weight: '身高体重' },
  records: { prescription: '处方', prescription_line: '处方明细', ecase: '病历', record_version: '病历版本' },
  billing: { fee_item: '收费项目设置', fee_bill: '收费单', bill_item: '收费项目', refund: '退费', fee_group: '收费套餐' },
  'frame-orders': { record_frame: '配镜订单', record_frame_item: '配镜商品', record_frame_inspection: '配镜检验', record_frame_unqualified: '不合格记录' },
  privacy: { record_unlock: '档案解锁' },
  site: { mall_store: '商城门店' },
}
/** Every table by its name. */
export const tables: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(tablesOf))
/** The module that owns a table. */
export const ownerOf = (table: string): string | undefined => Object.keys(tablesOf).find((module) => table in tablesOf[module]!)
/** Columns no shape speaks of by that name. */
export const columnNames: Readonly<Record<string, string>> = { at: '时间', ref: '来源', ctid: '员工', hid: '门店', pid: '会员', createdAt: '创建时间', updatedAt: '修改时间', openId: '微信', passwordHash: '密码', operatorId: '操作人', kind: '种类', body: '内容', sort: '次序', value: '值', key: '选项', code: '代码' }
/** Under this name a line of a reading says what was read. */
export const READING = 'read'
