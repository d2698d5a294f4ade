/**
 * The parents' report as one HTML file: both languages, switched without a script, no external resources (decision 0160). It opens from a
 * disk, prints on one A4 page in the visible language, and is readable on a phone.
 */
import type { FileAnswer } from '#kernel/contract/index.ts'
import { curveSvg, type Lang } from './drawing.ts'
import type { Compared, ReportFacts, EyePair } from './facts.ts'
import { qrSvg } from './qr.ts'
import { STYLE } from './style.ts'
import { advice, closing, control, overdue, unbooked, warning, type Text } from './texts.ts'
import { changeOf, commonly, controlOf, differences, dioptres, eyes, grade, headlineOf, millimetres, sentencesOf } from './words.ts'

const safe = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
const titles = {
  report: { zh: '的近视防控报告', en: ' · eye report for parents' },
  of: { zh: '检查于', en: 'examined on' },
  al: { zh: '眼轴 毫米', en: 'Length of the eye, mm' },
  se: { zh: '度数 等效球镜 D', en: 'Power (spherical equivalent), D' },
  ucva: { zh: '裸眼视力', en: 'Sight without glasses' },
  none: { zh: '今天没有测', en: 'Not measured today' },
  last: { zh: '上次', en: 'last on' },
  since: { zh: '比', en: 'Since' },
  firstTime: { zh: '第一次测量', en: 'First measurement' },
  curve: { zh: '眼轴成长曲线', en: 'Growth of the eye' },
  legend: {
    zh: '灰带为中国同龄同性别儿童的第 3–95 百分位，右眼实线圆点，左眼虚线方块',
    en: 'Grey: Chinese children of the same age and sex, 3rd to 95th percentile; right eye solid with discs, left dashed with squares',
  },
  means: { zh: '这说明什么', en: 'What it means' },
  doing: { zh: '接下来要做的', en: 'What to do' },
  next: { zh: '下次检查', en: 'Next visit' },
  by: { zh: '之前复查', en: 'at the latest' },
  cycloplegic: { zh: '散瞳后', en: 'under cycloplegia' },
  plain: { zh: '未散瞳', en: 'without cycloplegia' },
  sources: { zh: '出处', en: 'Sources' },
  number: { zh: '报告编号', en: 'Report number' },
} as const satisfies Record<string, Text>
const genders: readonly Text[] = [
  { zh: '男', en: 'boy' },
  { zh: '女', en: 'girl' },
]
const DAYS: Readonly<Record<Lang, readonly string[]>> = {
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
}
const weekday = (day: string, lang: Lang): string => DAYS[lang][new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''

/** The file, in the requested language until the reader switches. */
export const reportFile = (facts: ReportFacts, lang: Lang): FileAnswer => ({
  filename: `${facts.name}-家长报告-${facts.day}.html`,
  type: 'text/html; charset=utf-8',
  body: new TextEncoder().encode(htmlOf(facts, lang)),
})
function htmlOf(facts: ReportFacts, lang: Lang): string {
  const checked = (language: Lang) => (language === lang ? ' checked' : '')
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${safe(facts.name)} ${facts.day}</title>
<style>${STYLE}</style>
<input type="radio" name="lang" id="zh"${checked('zh')}><input type="radio" name="lang" id="en"${checked('en')}>
<nav><label for="zh" lang="zh-CN">中文</label><label for="en" lang="en">English</label></nav>
${article(facts, 'zh')}
${article(facts, 'en')}
</html>
`
}

function article(facts: ReportFacts, lang: Lang): string {
  const { name, gender, age, day, store } = facts
  const years = lang === 'zh' ? `${age?.years} 岁 ${age?.months} 月` : `${age?.years} y ${age?.months} m`
  const head = [gender === null ? '' : (genders[gender === 0 ? 0 : 1]?.[lang] ?? ''), age ? years : '', `${titles.of[lang]} ${day}`]
  const headline = headlineOf(facts)
  const sentences = sentencesOf(facts, lang)
  const svg = curveSvg(facts, lang)
  const phone = store.phone ? ` · ${safe(store.phone)}` : ''
  const reasons = sentences.map((s) => `<li>${safe(s.text)}</li>`).join('')
  const code = `${qrSvg(facts.number, titles.number[lang])}<small>${titles.number[lang]} ${facts.number}</small>`
  return `<article class="${lang}" lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<header><h1>${safe(name)}${titles.report[lang]}</h1><p>${safe(store.name)}${phone}<br>${head.filter(Boolean).join(' · ')}</p></header>
<p class="say">${headline[lang]}</p>
<section class="figures">${figures(facts, lang)}</section>
${svg && `<section><h2>${titles.curve[lang]}</h2><p class="dim">${titles.legend[lang]}</p>${svg}</section>`}
${reasons && `<section><h2>${titles.means[lang]}</h2><ul>${reasons}</ul></section>`}
<section><h2>${titles.doing[lang]}</h2>${doing(facts, lang)}<p class="warn">${warning[lang]}</p></section>
<footer><div><h2>${titles.next[lang]}</h2>${nextOf(facts, lang)}</div><div class="code">${code}</div></footer>
<p class="fine">${titles.sources[lang]}: ${sourcesOf(facts, lang)}</p>
<p class="fine">${closing[lang]}${store.address && lang === 'zh' ? ` ${safe(store.address)}` : ''}</p>
</article>`
}

/** Three pairs of values, right eye first, each with its change, signed and in words. */
function figures({ al, se, ucva, former }: ReportFacts, lang: Lang): string {
  const powers =
    se && [titles[se.cycloplegic ? 'cycloplegic' : 'plain'][lang], commonly(se.now, lang)].filter(Boolean).join(lang === 'zh' ? '，' : ', ')
  return [
    figure(titles.al[lang], al ?? former.al, millimetres, differences.al, lang),
    figure(titles.se[lang], se ?? former.se, dioptres, differences.se, lang, powers ?? ''),
    figure(titles.ucva[lang], ucva ?? former.ucva, grade, differences.va, lang),
  ].join('')
}
function figure(
  title: string,
  former: Compared | (EyePair & { day: string }) | null,
  show: (n: number | null, lang: Lang) => string,
  difference: (typeof differences)[keyof typeof differences],
  lang: Lang,
  note = '',
): string {
  if (!former) return `<div><h3>${title}</h3><p class="dim">${titles.none[lang]}</p></div>`
  const [now, before] = 'now' in former ? [former.now, former.before] : [former, null]
  const line = (eye: 'od' | 'os') => {
    const change = changeOf(now[eye], before?.[eye] ?? null, difference, lang)
    return `<p><span>${eyes[eye][lang]}</span> <b>${show(now[eye], lang)}</b>${change ? ` <i>${change}</i>` : ''}</p>`
  }
  if ('day' in former) {
    const last = `${titles.none[lang]} · ${titles.last[lang]} ${former.day}`
    return `<div><h3>${title}</h3><p class="dim">${last}</p>${line('od')}${line('os')}</div>`
  }
  const since = before ? `${titles.since[lang]} ${before.day}` : titles.firstTime[lang]
  return `<div><h3>${title}</h3>${line('od')}${line('os')}<p class="dim">${[note, since].filter(Boolean).join(' · ')}</p></div>`
}

function doing(facts: ReportFacts, lang: Lang): string {
  const going = controlOf(facts, lang)
  const lines = [
    ...(going ? [{ title: control.title[lang], text: going }] : []),
    ...advice.map((a) => ({ title: a.title[lang], text: a[lang] })),
  ]
  return `<ol>${lines.map((l) => `<li><b>${l.title}</b> ${safe(l.text)}</li>`).join('')}</ol>`
}
function nextOf({ next }: ReportFacts, lang: Lang): string {
  const { booked, due, late } = next
  if (booked) {
    const day = booked.visitAt.slice(0, 10)
    const doctor = booked.doctorName ? `<p>${safe(booked.doctorName)}</p>` : ''
    return `<p class="date">${day} ${weekday(day, lang)} ${booked.visitAt.slice(11, 16)}</p>${doctor}`
  }
  if (due) return `<p class="date">${due} ${titles.by[lang]}</p>${late ? `<p>${overdue[lang]}</p>` : ''}`
  return `<p>${unbooked[lang]}</p>`
}
/** Each cited publication once, in order of use. */
function sourcesOf(facts: ReportFacts, lang: Lang): string {
  const sentences = [
    headlineOf(facts),
    ...sentencesOf(facts, lang),
    ...advice,
    warning,
    ...(facts.next.booked || facts.next.due ? [] : [unbooked]),
  ]
  const names = new Set(sentences.flatMap((s) => s.source.split('；')).filter(Boolean))
  return safe([...names].map((name) => (lang === 'en' ? (ENGLISH[name] ?? name) : name)).join('; '))
}
/** Publications with a Chinese title, as cited in English. */
const ENGLISH: Readonly<Record<string, string>> = {
  '国家卫生健康委《儿童青少年近视防控适宜技术指南（更新版）》2021':
    'National Health Commission of China, ' +
    'Technical guide for the prevention and control of myopia in children and adolescents (updated), 2021',
}
