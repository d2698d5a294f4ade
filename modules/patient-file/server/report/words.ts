/** Builds the sentences of a report from its facts, in one language. */
import { showDioptre } from '#kernel/contract/index.ts'
import type { EyeGrowth } from '#modules/exams/contract/growth/growth.ts'
import type { TreatmentKind } from '#modules/records/contract/treatment.ts'
import type { Lang } from './drawing.ts'
import type { Compared, ReportFacts, EyePair } from './facts.ts'
import { control, fill, findings, headlines, type Text } from './texts.ts'

export const eyes = { od: { zh: '右眼', en: 'right eye' }, os: { zh: '左眼', en: 'left eye' } } as const satisfies Record<'od' | 'os', Text>
const peersOf = (gender: number | null): Text =>
  gender === 0 ? { zh: '同龄男孩', en: 'boys of this age' } : { zh: '同龄女孩', en: 'girls of this age' }
const kinds: Readonly<Record<TreatmentKind, Text>> = {
  1: { zh: '低浓度阿托品', en: 'low-dose atropine' },
  2: { zh: '角膜塑形镜', en: 'orthokeratology lenses' },
  3: { zh: '多焦软镜', en: 'multifocal soft lenses' },
  4: { zh: '离焦框架镜', en: 'defocus spectacles' },
  5: { zh: '红光照射', en: 'red light' },
  6: { zh: '户外活动计划', en: 'outdoor plan' },
  9: { zh: '其他', en: 'other' },
}

/** Wording of a difference: sign, unit and a word; unchanged within the repeatability of the instruments. */
interface Difference {
  readonly decimals: number
  /** Differences up to this are not called a change. */
  readonly about: number
  readonly more: Text
  readonly less: Text
  readonly same: Text
  readonly unit: Text
}
export const differences = {
  al: {
    decimals: 2,
    about: 0.05,
    more: { zh: '长了', en: 'longer' },
    less: { zh: '短了', en: 'shorter' },
    same: { zh: '基本没变', en: 'about the same' },
    unit: { zh: '毫米', en: 'mm' },
  },
  se: {
    decimals: 2,
    about: 0.49,
    more: { zh: '变浅', en: 'less minus' },
    less: { zh: '加深', en: 'more minus' },
    same: { zh: '相近', en: 'about the same' },
    unit: { zh: 'D', en: 'D' },
  },
  va: {
    decimals: 1,
    about: 0.09,
    more: { zh: '提高', en: 'better' },
    less: { zh: '下降', en: 'worse' },
    same: { zh: '相同', en: 'the same' },
    unit: { zh: '', en: '' },
  },
} as const satisfies Record<string, Difference>
const EPS = 1e-9
/** +0.18 毫米 长了; undefined if either value is missing. */
export function changeOf(now: number | null, before: number | null, difference: Difference, lang: Lang): string | undefined {
  if (now === null || before === null) return undefined
  const by = now - before
  const other = by > 0 ? difference.more : difference.less
  const word = Math.abs(by) <= difference.about + EPS ? difference.same : other
  return `${showDioptre(Number(by.toFixed(difference.decimals)), difference.decimals)} ${difference.unit[lang]} ${word[lang]}`.replace(
    / {2,}/g,
    ' ',
  )
}
const unmeasured: Text = { zh: '未测', en: 'not measured' }
export const millimetres = (n: number | null, lang: Lang): string => n?.toFixed(2) ?? unmeasured[lang]
export const grade = (n: number | null, lang: Lang): string => n?.toFixed(1) ?? unmeasured[lang]
/** As many decimals as the value has: an equivalent may end in an eighth. */
export const dioptres = (n: number | null, lang: Lang): string =>
  n === null ? unmeasured[lang] : showDioptre(n, Number.isInteger(Math.round(n * 1000) / 10) ? 2 : 3)
/** −3.00 D is 300 度 in everyday language. */
const degrees = (se: number | null): string => (se === null ? '' : `${Math.round(Math.abs(se) * 100)}`)
export const commonly = (now: EyePair, lang: Lang): string => {
  const [od, os] = [degrees(now.od), degrees(now.os)]
  const short = [now.od, now.os].some((n) => n !== null && n < 0)
  if (!short) return ''
  return lang === 'zh' ? `含散光一半，平时说的约 ${od || '—'}、${os || '—'} 度` : 'half of the astigmatism included'
}

export const headlineOf = ({ pace, al, se, ucva, former }: ReportFacts) => {
  if (pace) return headlines[pace.word]
  if (al || se || ucva) return headlines.first
  return former.al || former.se || former.ucva ? headlines.other : headlines.none
}
/** 65; `<3` beyond the table; a dash when age or sex is unknown. */
function placeOf(growth: EyeGrowth | undefined): string {
  const place = growth?.percentile ?? '—'
  return typeof place === 'number' ? String(Math.round(place)) : place
}
/** One sentence per finding, with its source. */
export function sentencesOf(facts: ReportFacts, lang: Lang): Array<{ text: string; source: string }> {
  const { pace, growth, gender, se, bcva } = facts
  const peers = peersOf(gender)[lang]
  const add = (text: { zh: string; en: string; source: string }, ...values: Array<string | number>) => ({
    text: fill(text[lang], values),
    source: text.source,
  })
  const today = [growth.od, growth.os].filter((g) => g?.at.slice(0, 10) === facts.day)
  return [
    ...(pace ? [add(findings.pace, eyes[pace.eye][lang], pace.since, pace.perYear.toFixed(2), peers, pace.usual.toFixed(2))] : []),
    ...(today.some((g) => g?.doubted) ? [add(findings.doubted)] : []),
    ...(facts.al && today.some((g) => g && g.percentile !== null)
      ? [add(findings.place, peers, placeOf(growth.od), placeOf(growth.os))]
      : []),
    ...(se?.before ? [add(findings.power, se.before.day, ...pairOfChanges(se, lang))] : []),
    ...(bcva.od !== null || bcva.os !== null ? [add(findings.corrected, grade(bcva.od, lang), grade(bcva.os, lang))] : []),
  ]
}
const pairOfChanges = (compared: Compared, lang: Lang): string[] =>
  (['od', 'os'] as const).map(
    (eye) =>
      changeOf(compared.now[eye], compared.before?.[eye] ?? null, differences.se, lang) ?? (lang === 'zh' ? '无法比较' : 'not comparable'),
  )

/** Treatment on the day by kind, strength and name; product names stay untranslated. */
export function controlOf({ treatments, day }: ReportFacts, lang: Lang): string | undefined {
  const going = treatments.filter((t) => t.end === null || t.end > day)
  if (going.length === 0) return undefined
  const one = ({ kind, concentration, what, eye }: (typeof going)[number]) =>
    [kinds[kind][lang], concentration === null ? '' : `${concentration}%`, what ?? '', eye === 'ou' ? '' : eyes[eye][lang]]
      .filter(Boolean)
      .join(' ')
  return fill(control[lang], [going.map(one).join(lang === 'zh' ? '、' : ', ')])
}
