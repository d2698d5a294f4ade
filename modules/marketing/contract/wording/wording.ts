/**
 * Words that may not be said to the public: one checker for messages, promotions, campaigns, content and banners. It reads a text by
 * clauses, so that turned sentences (度数就能降低, 近视能治好) are found, and a sentence that says the opposite (近视不能治愈) is not.
 */
import { sources, type WordingSource } from './sources.ts'

export type WordingLevel = 'blocked' | 'asked'
export interface WordingFinding {
  readonly rule: string
  /** `blocked` is refused; `asked` wants a reason. */
  readonly level: WordingLevel
  /** Place in the text as it was written: `text.slice(from, to)` is `words`. */
  readonly from: number
  readonly to: number
  readonly words: string
  readonly why: string
  readonly source: string
  /** Day of the source (`2019-03-26`). */
  readonly date: string
  /** What may be said instead. */
  readonly instead: string | null
}
interface WordingRule {
  readonly rule: string
  readonly level: WordingLevel
  readonly source: WordingSource
  readonly pattern: RegExp
  /** Whether the clause says it of something harmless, or says that it is not so. */
  readonly unless?: (clause: string, words: string) => boolean
  readonly instead?: string
}

const DEGREE = /(?:近视度数?|近视|度数|散光|远视储备|弱视|斜视|老花|假性近视|真性近视)/.source
const DISEASE = `(?:${DEGREE}|眼病|眼疾|青光眼|白内障|干眼症?|眼睛|视力)`
const LESS = /(?:降低|降下来|降下去|降回|降到|降|减少|减轻|减掉|减低|减退|下降|回退|逆转|变浅|变小|消除|清零|归零|消失|修复|去除|摘掉|倒退)/
  .source
const CURE = /(?:治愈|治好|治得好|治疗好|根治|痊愈|治断根|断根|除根|看好了?|医好|康复|恢复)/.source
const EYE = /(?:视力|视觉|裸眼|近视|度数|散光|弱视|斜视|屈光|眼睛|双眼|眼部|眼球|眼疾|眼病|眼前|孩子眼|清晰)/.source
const HARMLESS = /^(?:的?(?:风险|机会|可能|发生|发病|加深|增长|增加|进展|发展|涨幅|速度|加重|恶化|疲劳|概率|损害|影响))/
const NOT = /(?:不是|并非|不会|不能|不可|不可能|无法|没有|没法|不得|不曾|不应|别信|不要相信|不存在|难以|尚无|还没有|不|未)/g

/** True where a clause denies its words: an odd number of negations before or inside them. */
function isDenied(clause: string, words: string): boolean {
  const upTo = clause.slice(0, clause.indexOf(words) + words.length)
  return (upTo.replace(/不仅|不但|不只|不用|不必|不打针|不吃药|不手术|不反弹|不开刀|不住院|不戴/g, '').match(NOT)?.length ?? 0) % 2 === 1
}
/** True where what becomes less is a risk or a growth: 降低近视风险, 减缓度数增长. */
const isOfGrowth = (clause: string, words: string): boolean => {
  const rest = clause.slice(clause.indexOf(words) + words.length)
  return HARMLESS.test(rest) || /(?:增长|加深|进展|发展|涨幅|风险|速度|概率|可能性|疲劳|检查|下降时)/.test(words)
}
const harmless = (clause: string, words: string): boolean => isDenied(clause, words) || isOfGrowth(clause, words)

/** Surnames with which a person is quoted. */
const SURNAMES =
  /[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文小]/
const WITNESS = /(?:患者|家长|用户|顾客|会员|学员|宝妈|妈妈|小朋友|同学|孩子)们?(?:亲身|亲测|现身说法|作证|证明|见证|推荐说|反馈说)/
const TESTIMONY = /(?:患者|家长|用户|顾客|会员|明星|专家)(?:[\u4e00-\u9fa5]{0,3})(?:见证|证言|证明)/
const PERSON = /(?:某某|某|小|[\u4e00-\u9fa5]{1,2})?(?:小朋友|同学|女士|先生|妈妈|爸爸|阿姨|奶奶|宝贝)/
const OUTCOME = /[^。！？]{0,16}(?:度数|视力|近视|治|摘|戴了|好了|没涨|不涨|没长|效果|提高|看清|变化)/
const PROOF = new RegExp([WITNESS.source, TESTIMONY.source, SURNAMES.source + PERSON.source + OUTCOME.source].join('|'), 'g')
const rules: readonly WordingRule[] = [
  {
    rule: 'myopiaKiller',
    level: 'blocked',
    source: 'myopia',
    pattern:
      /近视克星|近视神器|近视杀手|度数修复|视力修复|告别近视|告别眼镜|摘掉眼镜|摘镜|近视逆转|逆转近视|还(?:你|您|孩子)(?:一双)?(?:明眸|好视力|清晰视力)/g,
    unless: (clause, words) => isDenied(clause, words) || /摘镜(?:休息|检查|时)|手术/.test(clause),
    instead: '近视防控',
  },
  {
    rule: 'cure',
    level: 'blocked',
    source: 'myopia',
    pattern: new RegExp(`${DISEASE}[^，。；！？]{0,8}?${CURE}|${CURE}[^，。；！？]{0,4}?${DISEASE}`, 'g'),
    unless: (clause, words) => isDenied(clause, words) || /看好.{0,3}(?:时间|日子)/.test(words),
    instead: '看得清楚',
  },
  {
    rule: 'lowerDegree',
    level: 'blocked',
    source: 'myopia',
    pattern: new RegExp(`${DEGREE}[^，。；！？]{0,6}?${LESS}|${LESS}了?[^，。；！？]{0,4}?${DEGREE}|降度|减度`, 'g'),
    unless: (clause, words) => harmless(clause, words) || /视力(?:下降|减退)/.test(words),
    instead: '延缓度数增长',
  },
  {
    rule: 'recoverEye',
    level: 'blocked',
    source: 'myopia',
    pattern: new RegExp(`${EYE}[^，。；！？]{0,8}?(?:康复|恢复|复原)|(?:康复|恢复|复原)[^，。；！？]{0,8}?(?:${EYE}|眼|1\\.0|5\\.0)`, 'g'),
    unless: (clause, words) => isDenied(clause, words) || /恢复(?:营业|门诊|开诊|正常营业|预约|接诊)/.test(words),
    instead: '看得清楚',
  },
  {
    rule: 'recover',
    level: 'asked',
    source: 'myopia',
    pattern: /康复|恢复/g,
    unless: (clause) => /恢复(?:正常)?(?:营业|门诊|开诊|接诊|预约)/.test(clause),
  },
  {
    rule: 'cureRate',
    level: 'blocked',
    source: 'medical',
    pattern:
      /(?:治愈|有效|康复|成功|好转|见效|提升|满意治疗)率|(?:治愈|有效)[^，。；！？]{0,3}(?:\d+(?:\.\d+)?%|百分之|九成|十成)|\d+(?:\.\d+)?%(?:的(?:孩子|人|患者))?(?:治愈|有效|见效|康复)/g,
    unless: isDenied,
  },
  {
    rule: 'promiseCure',
    level: 'blocked',
    source: 'medical',
    pattern:
      /根治|包治|保证(?:治愈|有效|见效|不涨|不长|不加深|控制住)|治愈|痊愈|药到病除|立竿见影|一次见效|当天见效|无效(?:包退|退款|退费|全退|免单)|包(?:好|治好|见效)|永不(?:反弹|复发|近视)|不反弹/g,
    unless: isDenied,
  },
  {
    rule: 'safety',
    level: 'blocked',
    source: 'health',
    pattern:
      /(?:绝对|百分之?百|100%|百分百|完全)(?:安全|有效|无害|放心)|(?:无|没有|零)(?:任何)?(?:毒)?副作用|零风险|没有(?:任何)?风险|无风险|保证安全|安全无忧/g,
  },
  {
    rule: 'patientProof',
    level: 'blocked',
    source: 'medical',
    pattern: PROOF,
    unless: (clause) => /您|你好/.test(clause),
  },
  {
    rule: 'superlative',
    level: 'blocked',
    source: 'advert',
    pattern:
      /国家级|世界级|最高级|最佳|最先进|最权威|最有效|最安全|顶级|顶尖|(?:全国|全省|全市|全球|世界|行业|本地|业内|中国)(?:排名)?第一|销量第一|第一品牌|独一无二|史上最/g,
    unless: (clause, words) => words.includes('最佳') && /最佳(?:矫正视力|近距离|用眼|配戴时间)/.test(clause),
  },
  { rule: 'best', level: 'asked', source: 'advert', pattern: /最好的|最低价?|最优惠|唯一|首选|独家|领先/g },
  {
    rule: 'effect',
    level: 'blocked',
    source: 'health',
    pattern:
      /视力(?:就能|就会|可以|可|能|会|迅速|快速|明显|立刻|马上|很快)*(?:提高|提升|增强|变好|达到|升到)(?:到|至|了)?|(?:提高|提升|增强|改善)(?:裸眼)?视力|裸眼视力(?:提高|提升|达到)|一(?:个)?疗程(?:见效|好)/g,
    unless: (clause, words) => isDenied(clause, words) || /矫正视力/.test(clause) || /视力达到.{0,6}(?:年龄|标准|要求)/.test(clause),
    instead: '看得清楚',
  },
  { rule: 'free', level: 'asked', source: 'gift', pattern: /免费|白送|零元|0元|赠送/g },
]

/** Characters people put between letters so that no checker reads them. */
const FILLER = /[\s\u200b-\u200f\ufeff*_·.~—|/\\+-]/
/** The text without fillers and in plain width, with the place of every character in what was written. */
function plain(text: string): { letters: string; places: number[] } {
  const places: number[] = []
  let letters = ''
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i).normalize('NFKC')
    const between = FILLER.test(letter) && !(/\d/.test(text[i - 1] ?? '') && /\d/.test(text[i + 1] ?? ''))
    if (between || letter.length !== 1) continue
    letters += letter
    places.push(i)
  }
  return { letters, places }
}

const clauseAround = (letters: string, from: number, to: number): string => {
  const start = Math.max(...[...'。；！？，,;!?'].map((stop) => letters.lastIndexOf(stop, from - 1))) + 1
  const end = letters.slice(to).search(/[。；！？，,;!?]/)
  return letters.slice(start, end < 0 ? undefined : to + end)
}

/** What of a text may not be said, in the order it stands there; of findings that cover each other the stricter, then the longer one. */
export function checkWording(text: string): WordingFinding[] {
  const { letters, places } = plain(text)
  const findings = rules.flatMap(({ rule, level, source, pattern, unless, instead }) =>
    [...letters.matchAll(pattern)].flatMap((match): WordingFinding[] => {
      const [words] = match
      const end = match.index + words.length
      if (unless?.(clauseAround(letters, match.index, end), words)) return []
      const from = places[match.index] ?? 0
      const to = (places[end - 1] ?? from) + 1
      const { title, date, sentence } = sources[source]
      return [{ rule, level, from, to, words: text.slice(from, to), why: sentence, source: title, date, instead: instead ?? null }]
    }),
  )
  const weight = (f: WordingFinding): number => (f.level === 'blocked' ? 10_000 : 0) + f.to - f.from
  const kept: WordingFinding[] = []
  for (const finding of findings.sort((a, b) => weight(b) - weight(a)))
    if (!kept.some((k) => finding.from < k.to && k.from < finding.to)) kept.push(finding)
  return kept.sort((a, b) => a.from - b.from)
}
/** The findings that refuse a text. */
export const blockedWords = (text: string): WordingFinding[] => checkWording(text).filter((f) => f.level === 'blocked')
/** One sentence about a finding, for a refusal. */
export const wordingSentence = ({ words, why, source, date }: WordingFinding): string => `“${words}”不能说：${why}（${source}，${date}）`
