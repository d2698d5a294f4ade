/** Ways of payment, as the columns `pay_way` store them. */
export const PayWay = { cash: 1, wechat: 2, alipay: 3, card: 4, stored: 5, points: 6, coupon: 7, insurance: 8, other: 9 } as const
export type PayWay = (typeof PayWay)[keyof typeof PayWay]
/** Ways that bring money in from outside. The others spend what the member already holds, so they cannot top up. */
export const moneyWays = [PayWay.cash, PayWay.wechat, PayWay.alipay, PayWay.card, PayWay.insurance, PayWay.other] as const
/** Ways that spend what the member holds at the clinic. */
export const walletWays: readonly PayWay[] = [PayWay.stored, PayWay.points, PayWay.coupon]
