/** Services paid from the hospital balance: fixed ids, default prices in yuan, changeable per organisation by head office. */
export const services = {
  1: { code: 'renewal', label: '账户续费', unit: '年', price: 3980 },
  2: { code: 'remote', label: '远程诊疗', unit: '次', price: 100 },
  3: { code: 'sms', label: '短信', unit: '条', price: 0.1 },
} as const
export type ServiceId = keyof typeof services
export type ServiceCode = (typeof services)[ServiceId]['code']

/** Suggested recharge amounts in yuan; any amount may be typed. */
export const rechargeAmounts = [100, 500, 1000, 3000, 5000] as const
/** Maximum renewal at once. */
export const MAX_YEARS = 5
