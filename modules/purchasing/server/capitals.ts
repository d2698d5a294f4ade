/** Amounts in capital numerals for payment documents, which prevents added digits: 壹仟贰佰叁拾肆元伍角陆分 (票据法 §8, 支付结算办法 annex 1). */
const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '万亿']

/** Four digits: 1020 is 壹仟零贰拾. */
function group(n: number): string {
  const digits = [3, 2, 1, 0].map((place) => {
    const digit = Math.floor(n / 10 ** place) % 10
    return digit ? `${DIGITS[digit]}${PLACES[place]}` : '零'
  })
  return digits.join('').replace(/零+/g, '零').replace(/零$/, '')
}
/** Whole yuan; one zero is written between groups with empty places. */
function whole(yuan: number): string {
  let text = ''
  for (let place = GROUPS.length - 1; place >= 0; place--) {
    const n = Math.floor(yuan / 10_000 ** place) % 10_000
    if (n) text += `${text && n < 1000 && !text.endsWith('零') ? '零' : ''}${group(n).replace(/^零/, '')}${GROUPS[place]}`
    else if (text && !text.endsWith('零') && yuan % 10_000 ** place) text += '零'
  }
  return text
}
/** Yuan with place most two decimals, non-negative, below 10¹⁶. */
export function capitals(yuan: number): string {
  const fen = Math.round(yuan * 100)
  const [jiao, rest] = [Math.floor(fen / 10) % 10, fen % 10]
  const head = whole(Math.floor(fen / 100))
  const yuanSaid = head ? `${head}元` : ''
  if (!jiao && !rest) return `${yuanSaid || '零元'}整`
  const jiaoSaid = jiao ? `${DIGITS[jiao]}角` : head ? '零' : ''
  return `${yuanSaid}${jiaoSaid}${rest ? `${DIGITS[rest]}分` : '整'}`
}
