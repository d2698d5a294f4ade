/** Typed words as conditions: what is understood becomes a line, what is not is shown and never guessed. */
import type { ConditionLeaf } from '#kernel/contract/segments/condition.ts'
import type { ConditionRow } from './rows.ts'

const DIGITS: Readonly<Record<string, number>> = { 一: 1, 两: 2, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10, 半: 0.5 }
const NUMBER = String.raw`(\d+(?:\.\d+)?|[一两二三四五六七八九]?十[一二三四五六七八九]?|[一两二三四五六七八九半])`
const UNIT = String.raw`(天|日|周|星期|个月|月|年)`
const DAYS: Readonly<Record<string, number>> = { 天: 1, 日: 1, 周: 7, 星期: 7, 个月: 30, 月: 30, 年: 365 }
/** 十一 → 11, 二十 → 20, 3 → 3. */
export function numberOf(text: string): number {
  if (/^\d/.test(text)) return Number(text)
  if (!text.includes('十') || /^十$/.test(text)) return DIGITS[text] ?? 0
  const [tens = '', ones = ''] = text.split('十')
  return (tens ? (DIGITS[tens] ?? 1) : 1) * 10 + (ones ? (DIGITS[ones] ?? 0) : 0)
}
const days = (count: string, unit: string): number => Math.round(numberOf(count) * (DAYS[unit] ?? 1))
const months = (count: string, unit: string): number =>
  Math.round(unit === '年' ? numberOf(count) * 12 : unit.includes('月') ? numberOf(count) : days(count, unit) / 30)
const leaf = (key: string, op: string, value?: ConditionLeaf['value']): ConditionLeaf => ({
  key,
  op,
  ...(value === undefined ? {} : { value }),
})

type Words = readonly string[]
interface TypedRule {
  readonly pattern: RegExp
  readonly leaf: (words: Words) => ConditionLeaf
  readonly not?: true
}
const rule = (pattern: string, make: (words: Words) => ConditionLeaf, not?: true): TypedRule => ({
  pattern: new RegExp(`^(?:${pattern})$`),
  leaf: make,
  ...(not ? { not } : {}),
})
const w = (words: Words, i: number): string => words[i] ?? ''
const LENS = String.raw`(?:OK镜|ok镜|塑形镜|角膜塑形镜|夜戴镜)`
const rules: readonly TypedRule[] = [
  rule(String.raw`${LENS}(?:已经?)?(?:戴|配戴|用)了?(?:满|超过|至少)?${NUMBER}${UNIT}(?:以上)?`, (m) =>
    leaf('okMonths', 'atLeast', months(w(m, 1), w(m, 2))),
  ),
  rule(String.raw`(?:(?:近|最近)?${NUMBER}${UNIT}(?:内)?(?:没|没有|未)(?:来)?复查(?:过)?|超过${NUMBER}${UNIT}没复查)`, (m) =>
    leaf('okCheckedDays', 'atLeast', days(w(m, 1) || w(m, 3), w(m, 2) || w(m, 4))),
  ),
  rule(String.raw`(?:近|最近)?${NUMBER}${UNIT}(?:内|以来)?(?:没|没有|未)(?:来|到店|来过|来店)(?:过)?`, (m) =>
    leaf('lastVisitDays', 'atLeast', days(w(m, 1), w(m, 2))),
  ),
  rule(String.raw`(?:近|最近)${NUMBER}${UNIT}(?:内)?(?:来过|到店|来店|到过店)`, (m) =>
    leaf('lastVisitDays', 'atMost', days(w(m, 1), w(m, 2))),
  ),
  rule(String.raw`今年来过的?`, () => leaf('visitsYear', 'atLeast', 1)),
  rule(String.raw`${NUMBER}${UNIT}前配(?:过|的)?(?:眼?镜)(?:的)?`, (m) => leaf('glassesMonths', 'atLeast', months(w(m, 1), w(m, 2)))),
  rule(String.raw`(?:眼镜|镜片|上次配镜)(?:已经?)?(?:戴了|满|超过)${NUMBER}${UNIT}(?:以上)?`, (m) =>
    leaf('glassesMonths', 'atLeast', months(w(m, 1), w(m, 2))),
  ),
  rule(String.raw`(?:年龄)?(\d+)(?:到|至|-|–|~)(\d+)岁(?:的)?(?:孩子|儿童|会员)?`, (m) =>
    leaf('age', 'between', [Number(w(m, 1)), Number(w(m, 2))]),
  ),
  rule(String.raw`(?:年龄)?(?:满|超过)?(\d+)岁(?:以上|及以上)`, (m) => leaf('age', 'atLeast', Number(w(m, 1)))),
  rule(String.raw`(?:年龄)?(\d+)岁(?:以下|以内|及以下)`, (m) => leaf('age', 'atMost', Number(w(m, 1)))),
  rule(String.raw`家里有?(\d+)(?:到|至|-|–|~)(\d+)岁的?孩子`, (m) => leaf('childAge', 'between', [Number(w(m, 1)), Number(w(m, 2))])),
  rule(String.raw`男(?:性|生|孩|会员)?`, () => leaf('sex', 'in', [0])),
  rule(String.raw`女(?:性|生|孩|会员)?`, () => leaf('sex', 'in', [1])),
  rule(
    String.raw`生日在?(?:未来|最近)?${NUMBER}${UNIT}(?:内|之内)(?:生日|过生日)?|(?:未来|最近)?${NUMBER}${UNIT}(?:内|之内)(?:过)?生日`,
    (m) => leaf('birthdayIn', 'atMost', days(w(m, 1) || w(m, 3), w(m, 2) || w(m, 4))),
  ),
  rule(String.raw`(?:没|没有|未)预约`, () => leaf('booked', 'no')),
  rule(String.raw`(?:已|有|已经|已有)预约`, () => leaf('booked', 'yes')),
  rule(String.raw`绑(?:了|定)微信|有微信`, () => leaf('wechat', 'yes')),
  rule(String.raw`(?:没|没有|未)绑(?:定)?微信`, () => leaf('wechat', 'no')),
  rule(String.raw`(?:累计)?(?:消费|花)了?(?:满|超过)(\d+)元?`, (m) => leaf('billTotal', 'atLeast', Number(w(m, 1)))),
  rule(String.raw`(?:储值)?余额(?:满|超过|大于)(\d+)元?`, (m) => leaf('balance', 'atLeast', Number(w(m, 1)))),
  rule(String.raw`积分(?:满|超过|大于)(\d+)分?`, (m) => leaf('points', 'atLeast', Number(w(m, 1)))),
  rule(String.raw`有(?:没用的|未用的?)?(?:券|优惠券|卡券)`, () => leaf('coupons', 'atLeast', 1)),
  rule(String.raw`(?:券|优惠券|卡券)${NUMBER}${UNIT}内到期`, (m) => leaf('couponEndsIn', 'atMost', days(w(m, 1), w(m, 2)))),
  rule(String.raw`套餐${NUMBER}${UNIT}内到期`, (m) => leaf('packageEndsIn', 'atMost', days(w(m, 1), w(m, 2)))),
  rule(String.raw`处方${NUMBER}${UNIT}内到期`, (m) => leaf('rxEndsIn', 'between', [0, days(w(m, 1), w(m, 2))])),
  rule(String.raw`爽约过|有爽约`, () => leaf('noShows', 'atLeast', 1)),
  rule(String.raw`(低|中|高)度近视`, (m) => leaf('myopiaBand', 'in', [{ 低: 1, 中: 2, 高: 3 }[w(m, 1)] ?? 1])),
  rule(String.raw`近视(?:的)?`, () => leaf('myopiaBand', 'in', [1, 2, 3])),
  rule(String.raw`(?:用|在用|戴)(?:低浓度)?阿托品`, () => leaf('treatment', 'in', [1])),
  rule(String.raw`(?:用|在用|戴)${LENS}`, () => leaf('treatment', 'in', [2])),
  rule(String.raw`(?:不要)?有(?:未完成的?)?(?:眼镜)?订单(?:的不要)?`, () => leaf('frameOpen', 'yes')),
  rule(String.raw`(?:同意|愿意)(?:收|接收)?(?:营销)?短信`, () => leaf('marketingConsent', 'yes')),
  rule(String.raw`同意健康信息营销`, () => leaf('healthConsent', 'yes')),
]
/** The lines of what was typed, and the parts nobody understood. */
export function typedRows(text: string): { rows: ConditionRow[]; unknown: string[] } {
  const rows: ConditionRow[] = []
  const unknown: string[] = []
  const parts = text
    .normalize('NFKC')
    .split(/[,。;、\n]|并且|而且|且|(?<=[上岁过月年天查])的?(?=又|还)/)
    .map((part) => part.replace(/\s+/g, '').replace(/^(?:又|还|同时|的)/, ''))
  for (const whole of parts.filter(Boolean)) {
    const [joint, part]: ['and' | 'or' | 'not', string] = /^(?:不要|除了|排除)/.test(whole)
      ? ['not', whole.replace(/^(?:不要|除了|排除)/, '')]
      : /^或者?/.test(whole)
        ? ['or', whole.replace(/^或者?/, '')]
        : ['and', whole]
    // 的人 and 会员 around it say nothing more.
    const bare = part.replace(/(?:的)?(?:人|会员|顾客|孩子家长)?$/, '')
    const found = rules.flatMap(({ pattern, leaf: make }) => {
      const match = pattern.exec(bare) ?? pattern.exec(part)
      return match ? [make(match)] : []
    })[0]
    const halves = found ? undefined : split(bare)
    if (found) rows.push({ joint, leaf: found })
    else if (halves) rows.push(...halves.map((one) => ({ joint, leaf: one })))
    else unknown.push(whole)
  }
  return { rows, unknown }
}
/** Two conditions said in one breath: OK镜戴满11个月90天未复查. */
function split(text: string): ConditionLeaf[] | undefined {
  const one = (part: string): ConditionLeaf | undefined =>
    rules.flatMap(({ pattern, leaf: make }) => {
      const match = pattern.exec(part.replace(/^的/, ''))
      return match ? [make(match)] : []
    })[0]
  for (let i = 2; i < text.length - 1; i++) {
    const [first, second] = [one(text.slice(0, i)), one(text.slice(i))]
    if (first && second) return [first, second]
  }
  return undefined
}
