/** What the rows that point to a member are called, and what becomes of them when the member's personal facts are erased on request. */
import { sql, type Cx } from '#kernel/server/index.ts'

/** Why rows stay when somebody's personal facts are erased, and for how many years after the last visit. */
export const laws = {
  accounting: { law: '会计档案管理办法（财政部、国家档案局令第79号，2015）：会计凭证保存 30 年', years: 30 },
  medical: { law: '医疗机构病历管理规定（2013）第二十九条：门诊病历自最后一次就诊起保存不少于 15 年', years: 15 },
  goods: { law: '医疗器械经营监督管理办法（2022）：销售记录保存不少于 5 年', years: 5 },
  proof: { law: '个人信息保护法（2021）：证明处理有合法依据的记录', years: 3 },
  business: { law: '与其他记录关联，只保留会员号', years: null },
} as const
interface Kind {
  word: string
  law: keyof typeof laws | 'erased'
}

const kinds: Readonly<Record<string, Kind>> = {
  reservation: { word: '预约', law: 'medical' },
  prescription: { word: '处方', law: 'medical' },
  ecase: { word: '电子病历', law: 'medical' },
  others_info: { word: '病史', law: 'medical' },
  record_version: { word: '病历修改前的版本', law: 'medical' },
  exam_visual: { word: '视力检查', law: 'medical' },
  exam_refraction: { word: '验光记录', law: 'medical' },
  exam_pd: { word: '瞳距记录', law: 'medical' },
  exam_bio_meter: { word: '生物测量', law: 'medical' },
  exam_iop: { word: '眼压记录', law: 'medical' },
  exam_height_weight: { word: '身高体重', law: 'medical' },
  fee_bill: { word: '收费单', law: 'accounting' },
  charge_bill: { word: '储值单', law: 'accounting' },
  record_frame: { word: '配镜订单', law: 'goods' },
  gift_order: { word: '积分兑换单', law: 'accounting' },
  recommend_reward: { word: '推荐奖励', law: 'accounting' },
  receive_record: { word: '卡券', law: 'accounting' },
  lottery_draw: { word: '抽奖记录', law: 'business' },
  member_package: { word: '套餐', law: 'accounting' },
  package_record: { word: '套餐核销记录', law: 'accounting' },
  queue_ticket: { word: '排队号', law: 'business' },
  exam_reservation: { word: '检查预约', law: 'medical' },
  consent: { word: '知情同意', law: 'proof' },
  record_unlock: { word: '档案解锁记录', law: 'proof' },
  patient_merge: { word: '合并记录', law: 'proof' },
  patient_family: { word: '家庭关系', law: 'erased' },
  patient_card: { word: '绑定的卡', law: 'erased' },
  potential_follow: { word: '跟进记录', law: 'erased' },
  consultation: { word: '咨询记录', law: 'erased' },
  patient_tag: { word: '标签', law: 'erased' },
  sms: { word: '短信', law: 'proof' },
  message: { word: '微信消息', law: 'proof' },
  patient_distinct: { word: '查重标记', law: 'erased' },
  eye_book: { word: '护眼本关联', law: 'business' },
  eg_patient: { word: '护眼用户关联', law: 'business' },
  patient: { word: '被推荐或并入的会员', law: 'business' },
}
export const kindOf = (table: string): Kind => kinds[table] ?? { word: '其他业务记录', law: 'business' }
/** Words for the tables that may point to a member. */
export const words: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(kinds).map(([table, { word }]) => [table, word]))
/** Tables whose rows go with the personal facts. */
export const erasedTables: readonly string[] = Object.keys(kinds).filter((table) => kinds[table]!.law === 'erased')

/** How many rows of which table point to a member. */
export const usesOfMember = (cx: Cx, pid: number): Promise<Array<{ tbl: string; rows: number }>> =>
  cx.db.rows(sql`select tbl, rows from patient_uses(${pid})`)

/** Rows by what they are called, the most numerous first. */
export function summed<R extends { tbl: string; rows: number }>(rows: readonly R[]): Array<{ what: string; rows: number }> {
  const sums = new Map<string, number>()
  for (const { tbl, rows: n } of rows) sums.set(kindOf(tbl).word, (sums.get(kindOf(tbl).word) ?? 0) + n)
  return [...sums].map(([what, n]) => ({ what, rows: n })).sort((a, b) => b.rows - a.rows)
}
