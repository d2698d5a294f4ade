/** Services a store pays from its hospital balance: fixed ids, a default price each in yuan, changed per organisation by head office. */
export const services = {
  1: { code: 'renewal', label: '账户续费', unit: '年', price: 3980 },
  2: { code: 'remote', label: '远程诊疗', unit: '次', price: 100 },
  3: { code: 'sms', label: '短信', unit: '条', price: 0.1 },
} as const
export type ServiceId = keyof typeof services
export type ServiceCode = (typeof services)[ServiceId]['code']

/** Amounts in yuan offered when a store recharges; any other may be typed. */
export const rechargeAmounts = [100, 500, 1000, 3000, 5000] as const
/** Longest renewal at once. */
export const MAX_YEARS = 5
