/**
 * SMS texts. Operators accept registered wording only, so every message is a filled-in template. Codes are one-minute secrets; notices
 * concern something the member expects; marketing requires the member's consent.
 */
export const templates = {
  code: { purpose: 'code', label: '验证码', text: '您的验证码是{code}，{minutes}分钟内有效。如非本人操作，请忽略本短信。' },
  'password-changed': {
    purpose: 'code',
    label: '密码已修改',
    text: '您的账号{account}的密码已于{time}修改。如非本人操作，请立即联系管理员。',
  },
  'wechat-bound': {
    purpose: 'code',
    label: '绑定微信',
    text: '您的账号{account}已于{time}绑定微信，可扫码登录。如非本人操作，请立即联系管理员。',
  },
  'account-opened': { purpose: 'notice', label: '账号开通', text: '{name}您好，您的账号{account}已开通，首次登录请修改密码。' },
  appointment: { purpose: 'notice', label: '预约提醒', text: '{name}您好，您已预约{time}到{store}就诊，请准时到店。' },
  'glasses-ready': { purpose: 'notice', label: '取镜通知', text: '{name}您好，您的眼镜已加工完成，请到{store}取镜。' },
  'pickup-code': {
    purpose: 'code',
    label: '取镜码',
    text: '{name}您好，您的眼镜已到{store}，取镜码{code}，{days}天内有效，取镜时出示，只能使用一次。',
  },
  recheck: { purpose: 'notice', label: '复查提醒', text: '{name}您好，距您上次检查已有一段时间，请到{store}复查。' },
  balance: { purpose: 'notice', label: '余额变动', text: '{name}您好，您的账户于{time}变动{amount}元，余额{balance}元。' },
  notice: { purpose: 'notice', label: '通知', text: '{name}您好，{store}提醒您：{content}' },
  unsubscribed: { purpose: 'notice', label: '退订回执', text: '已为这个号码退订{store}的营销短信，预约、取镜和复查提醒照常。' },
  marketing: { purpose: 'marketing', label: '营销', text: '{name}您好，{store}：{content} 拒收请回复R' },
} as const satisfies Readonly<Record<string, { purpose: Purpose; label: string; text: string }>>
export type SmsTemplate = keyof typeof templates
export type Purpose = 'code' | 'notice' | 'marketing'

/** The message as the member reads it. Missing parameters are omitted. */
export const filled = (template: SmsTemplate, params: Readonly<Record<string, string>>): string =>
  templates[template].text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')

/** Parameter names of a template. */
export const paramsOfTemplate = (template: SmsTemplate): string[] => [...templates[template].text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!)

/**
 * Number of pieces an operator bills: up to 70 characters one, longer messages parts of 67 (Alibaba Cloud SMS, billing rules, 2024). The
 * signature counts.
 */
export function piecesOf(text: string, signature = '明眸'): number {
  const length = [...`【${signature}】${text}`].length
  return length <= 70 ? 1 : Math.ceil(length / 67)
}

/** Our price list (2026-11): pieces per package → fen. */
export const smsPackages = { 100: 10_00, 500: 45_00, 1000: 80_00, 5000: 350_00 } as const
/** Fen per piece in cost reports: the price of the smallest package. */
export const PIECE_PRICE = 10
