/** What is said of a prescription that is no basis of an order any more, and who decides: one wording for refusals, stops and screens. */
export type RxState = 'draft' | 'voided' | 'expired' | 'examVoided'
interface Rx {
  readonly rxNo: string
  readonly validUntil: string
  readonly voidReason: string | null
  /** Number of the prescription that takes its place. */
  readonly replacedByNo: string | null
  /** Day of its examination that was voided. */
  readonly lostExam: string | null
}
const sentences: Readonly<Record<RxState, (rx: Rx) => string>> = {
  draft: (rx) => `处方 ${rx.rxNo} 还没有签发`,
  voided: (rx) => `处方 ${rx.rxNo} 已作废${rx.voidReason ? `（${rx.voidReason}）` : ''}`,
  expired: (rx) => `处方 ${rx.rxNo} 已于 ${rx.validUntil} 过期`,
  examVoided: (rx) => `处方 ${rx.rxNo} 所依据的 ${rx.lostExam ?? ''} 验光记录已作废`,
}
const decisions: Readonly<Record<RxState, (rx: Rx) => string>> = {
  draft: () => '请医师签发',
  voided: (rx) => (rx.replacedByNo ? `改用重开的处方 ${rx.replacedByNo}（签发后），或取消订单` : '由医师另开处方后改用，或取消订单'),
  expired: () => '由医师复核后另开处方',
  examVoided: () => '由医师重开处方后改用，或取消订单',
}
export const basisSentence = (state: RxState, rx: Rx): string => sentences[state](rx)
export const decisionOn = (state: RxState, rx: Rx): string => decisions[state](rx)
