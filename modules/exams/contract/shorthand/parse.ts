/**
 * The shorthand: what is measured, typed as one line (`od -3.25/-0.75x178 va4.9; iop 15/16 @09:40 nct`). Pure: a line in, values by kind
 * and field out, with every token that was not understood marked. Nothing is guessed, and nothing is normal that nobody said was.
 *
 *   line  = item { ";" item }
 *   item  = [kind] [eye] ( power { add | va | pd … } | word value { value } | kind "!n" )
 *   eye   = od | os | ou | r | l | b | 右 | 左 | 双
 *   power = [±]d.dd [ ("/" | blank) [±]d.dd [ ("x" | "*" | "@") ddd ] ] [ "dev" ]        dev: a value of a device, finer than a quarter
 *   value = part { "/" part }      R/L[/both] of a pair of eyes; "=" takes over the part before; an empty part is left alone
 */
import { bareOf, metaOf, z } from '#kernel/contract/index.ts'
import type { AnyExam } from '../kinds/index.ts'
import { itemsOf, isNumber, partsOf, type ItemText, type Token } from './tokens.ts'
import { behindPower, options, sides, unclear, words, type Slots, type Word } from './words.ts'

export interface Trouble {
  readonly from: number
  readonly to: number
  readonly sentence: string
  /** What might have been meant, to be put in place of the token. */
  readonly instead?: readonly string[]
}
/** One item: the values it gives to an examination, or its troubles; one with troubles gives none. */
export interface ShorthandItem {
  readonly text: string
  readonly kind: string | undefined
  readonly values: Readonly<Record<string, unknown>>
  /** Fields somebody declared normal by `!n`. */
  readonly normal: boolean
  readonly troubles: readonly Trouble[]
}
export interface ShorthandContext {
  /** The kind of the section the line was begun in: its fields come first where several kinds have a word. */
  readonly prefer?: string | undefined
}
type Side = 'Od' | 'Os' | 'Ou'
const POWER = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:\/([+-]?(?:\d+\.?\d*|\.\d+)))?(?:[x*@](\d{1,3}))?$/i
const CYLINDER = /^([+-](?:\d+\.?\d*|\.\d+))(?:[x*@](\d{1,3}))?$/i
const GLUED = /^(\D+?)([+-]?\d[\d.]*)$/
/** Kinds of refraction a hand writes: powers in quarters. Device kinds are finer. */
const FINE = new Set([1, 2, 5])
const PREFERRED = ['visual', 'refraction', 'bioMeter', 'iop', 'pd', 'heightWeight', 'cornea', 'corneal', 'vision', 'dry']

export function shorthand(every: readonly AnyExam[]) {
  const kinds = new Map<string, AnyExam>(every.map((exam) => [exam.kind, exam]))
  const order = [...PREFERRED.filter((k) => kinds.has(k)), ...[...kinds.keys()].filter((k) => !PREFERRED.includes(k))]
  const named = new Map(
    every.flatMap((exam) => [exam.kind, exam.tab, exam.title].map((name) => [String(name).toLowerCase(), exam] as const)),
  )
  return {
    kinds,
    /** Reads a line. Items come in its order; the same field twice is the later one's. */
    parse(line: string, request: ShorthandContext = {}): ShorthandItem[] {
      let sort: number | undefined
      return itemsOf(line).map((item) => {
        const r: Reading = {
          text: item,
          known: { kinds, named, order, prefer: request.prefer },
          at: 0,
          kind: undefined,
          side: undefined,
          sort,
          normal: false,
          values: {},
          troubles: [],
        }
        const read = itemOf(r)
        sort = r.sort
        return read
      })
    },
  }
}
interface Known {
  readonly kinds: ReadonlyMap<string, AnyExam>
  readonly named: ReadonlyMap<string, AnyExam>
  readonly order: readonly string[]
  readonly prefer: string | undefined
}

/** What is known while an item is read from left to right. */
interface Reading {
  readonly text: ItemText
  readonly known: Known
  at: number
  kind: AnyExam | undefined
  side: Side | undefined
  /** The way a refraction was made; the next items go on with it. */
  sort: number | undefined
  normal: boolean
  readonly values: Record<string, unknown>
  readonly troubles: Trouble[]
}
const peek = (r: Reading): Token | undefined => r.text.tokens[r.at]
const next = (r: Reading): Token | undefined => r.text.tokens[r.at++]
function itemOf(r: Reading): ShorthandItem {
  kindAndSide(r)
  const first = next(r)
  if (first === undefined) trouble(r, r.text.tokens.at(-1), '后面缺少内容')
  else if (/^!n$/i.test(first.text)) declared(r, first)
  else if (POWER.test(first.text) && (r.kind === undefined || r.kind.kind === 'refraction')) power(r, first)
  else worded(r, first)
  const clean = r.troubles.length === 0
  return {
    text: r.text.text,
    kind: r.kind?.kind,
    values: clean ? r.values : {},
    normal: clean && r.normal,
    troubles: r.troubles,
  }
}
function trouble(r: Reading, token: Token | undefined, sentence: string, instead?: readonly string[]): void {
  const { from, to } = token ?? { from: r.text.from, to: r.text.from + r.text.text.length }
  r.troubles.push({ from, to, sentence, ...(instead ? { instead } : {}) })
}
/** `[kind] [eye]` in either order, and the way a refraction was made. */
function kindAndSide(r: Reading): void {
  for (let token = peek(r); token; token = peek(r)) {
    const low = token.text.toLowerCase()
    const sort = options.refraction?.kind?.[low]
    if (r.side === undefined && sides[low]) r.side = sides[low]
    else if (sort !== undefined && r.kind === undefined) {
      r.kind = r.known.kinds.get('refraction')
      r.sort = sort
    } else if (r.kind === undefined && r.known.named.has(low) && !isWord(r, low)) r.kind = r.known.named.get(low)
    else return
    r.at++
  }
}
/** A name that is a kind's and a measure's is the measure's where a value follows: `iop 15/16`. */
function isWord(r: Reading, low: string): boolean {
  const after = r.text.tokens[r.at + 1]?.text
  return (words.has(low) || fieldNamed(r, low) !== undefined) && after !== undefined && /^[\d/@+=.-]/.test(after)
}
function declared(r: Reading, token: Token): void {
  const normal = r.kind?.normal
  if (!normal) {
    trouble(r, token, r.kind ? `${r.kind.title}没有可声明的正常值` : '请写明哪项检查正常')
    return
  }
  for (const [name, value] of Object.entries(normal))
    if (r.side === undefined || r.side === 'Ou' || name.endsWith(r.side)) r.values[name] = value
  r.normal = true
  rest(r)
}
function rest(r: Reading): void {
  for (let token = next(r); token; token = next(r)) trouble(r, token, `不认识“${token.text}”`)
}
function power(r: Reading, first: Token): void {
  r.kind = r.known.kinds.get('refraction')
  if (r.side === undefined) {
    trouble(r, first, '请写明眼别：od、os 或 ou')
    return
  }
  const eyes = r.side === 'Ou' ? (['Od', 'Os'] as const) : [r.side]
  const parts = POWER.exec(first.text) ?? []
  const [, sph] = parts
  let [, , cyl, ax] = parts
  const second = cyl === undefined && ax === undefined ? peek(r) : undefined
  const apart = second && CYLINDER.exec(second.text)
  if (apart) {
    ;[, cyl, ax] = apart
    r.at++
  }
  const fine = isFine(r)
  for (const eye of eyes) {
    quarter(r, first, `ds${eye}`, sph, fine)
    quarter(r, apart ? second : first, `dc${eye}`, cyl, fine)
    if (ax !== undefined) set(r, apart ? second : first, `ax${eye}`, ax)
  }
  if (cyl !== undefined && Number(cyl) !== 0 && ax === undefined) trouble(r, apart ? second : first, '有柱镜时要写轴位，如 x178')
  if (cyl === undefined && ax !== undefined) trouble(r, first, '有轴位时要写柱镜')
  behind(r, eyes)
  if (r.sort !== undefined) r.values.kind = r.sort
}
/** Values of a device are finer than a quarter: a kind that is read from one, or `dev` in the item. */
function isFine(r: Reading): boolean {
  return (r.sort !== undefined && FINE.has(r.sort)) || r.text.tokens.some((t) => t.text.toLowerCase() === 'dev')
}
function quarter(r: Reading, token: Token | undefined, name: string, typed: string | undefined, fine: boolean): void {
  if (typed === undefined) return
  const n = Number(typed)
  if (fine || Math.abs(n * 4 - Math.round(n * 4)) < 1e-9) set(r, token, name, typed)
  else {
    const near = [Math.trunc(n * 4) / 4, (Math.trunc(n * 4) + Math.sign(n)) / 4]
    trouble(r, token, `${typed} 不是 0.25 的倍数；仪器值请在后面加 dev`, [...near.map((d) => d.toFixed(2)), `${typed} dev`])
  }
}
function behind(r: Reading, eyes: readonly string[]): void {
  for (let token = next(r); token; token = next(r)) {
    const low = token.text.toLowerCase()
    if (low === 'dev') continue
    const [, glued, amount] = GLUED.exec(token.text) ?? []
    const base = behindPower[(glued ?? low).toLowerCase()]
    if (base !== undefined) {
      const value = amount ?? next(r)?.text
      if (value === undefined) trouble(r, token, '后面缺少数值')
      else for (const eye of eyes) set(r, token, `${base}${eye}`, value)
    } else if (!option(r, token)) trouble(r, token, `不认识“${token.text}”`)
  }
}
/** A word of a choice: its label, or a short one; `@09:40` is the time of the reading. */
function option(r: Reading, token: Token): boolean {
  const { kind } = r
  if (!kind) return false
  const low = token.text.toLowerCase()
  if (/^@\d\d?:\d\d$/.test(token.text)) {
    const clock = Object.keys(kind.fields).find((name) => metaOf(kind.fields[name] ?? z.unknown()).format === 'clock')
    if (clock === undefined) return false
    set(r, token, clock, token.text.slice(1).padStart(5, '0'))
    return true
  }
  const choices = options[kind.kind] ?? {}
  const hits = Object.entries(kind.fields).flatMap(([name, field]) => {
    const short = choices[name]?.[low]
    const label = Object.entries(metaOf(field).options ?? {}).find(([, words]) => words.toLowerCase() === low)?.[0]
    return short !== undefined || label !== undefined ? [[name, short ?? label] as const] : []
  })
  const [hit] = hits
  if (hits.length !== 1 || !hit) return false
  set(r, token, hit[0], String(hit[1]))
  return true
}
function worded(r: Reading, first: Token): void {
  const word = wordOf(r, first)
  if (!word) return
  r.kind = r.known.kinds.get(word.kind)
  if (r.kind?.kind === 'refraction' && r.sort !== undefined) r.values.kind = r.sort
  // K of one eye: flat and steep, each with its axis.
  if (word.values[0]?.[0] === 'k1Od' && /@/.test(peek(r)?.text ?? '')) return keratometry(r, next(r))
  let open = word.values
  let isGiven = false
  for (let token = next(r); token; token = next(r)) {
    if (option(r, token)) {
      isGiven = true
      continue
    }
    const parts = partsOf(token)
    const slots = slotsFor(r, open, parts.length)
    if (!slots) {
      trouble(r, token, `不认识“${token.text}”`)
      continue
    }
    open = open.slice(open.indexOf(slots) + 1)
    isGiven = true
    fill(r, token, slots, parts)
  }
  if (!isGiven && !r.troubles.length) trouble(r, first, `“${first.text}”后面缺少数值`)
}
/** The places a value of so many parts is for: as many, or with more room behind. */
function slotsFor(r: Reading, open: readonly Slots[], parts: number): Slots | undefined {
  if (r.side !== undefined) return parts === 1 ? open[0] : undefined
  return open.find((slots) => (parts === 1 ? slots.length === 1 : slots.length >= parts))
}
function fill(r: Reading, token: Token, slots: Slots, parts: readonly string[]): void {
  if (r.side !== undefined) return ofSide(r, token, slots, parts[0] ?? '')
  if (parts.every((part) => part === '')) return trouble(r, token, `不认识“${token.text}”`)
  let before: string | undefined
  parts.forEach((part, i) => {
    const [name, typed] = [slots[i], part === '=' ? before : part]
    if (name === undefined || typed === undefined) trouble(r, token, `不认识“${token.text}”`)
    else if (typed !== '') set(r, token, name, typed)
    before = typed
  })
}
/** One eye of a pair; `ou` is the line of both eyes where there is one, and each of them where there is none. */
function ofSide(r: Reading, token: Token, slots: Slots, typed: string): void {
  const both = slots.find((name) => name.endsWith('Ou'))
  const mine = r.side === 'Ou' && !both ? slots.filter((n) => /O[ds]$/.test(n)) : slots.filter((n) => n.endsWith(r.side ?? ''))
  if (!mine.length) trouble(r, token, '这项检查不分眼别')
  for (const name of mine) set(r, token, name, typed)
}
function keratometry(r: Reading, token: Token | undefined): void {
  const found = /^([\d.]+)@(\d{1,3})\/([\d.]+)@(\d{1,3})$/.exec(token?.text ?? '')
  if (!found || r.side === undefined || r.side === 'Ou') {
    trouble(r, token, found ? '请写明眼别：od 或 os' : '应为 平K@轴/陡K@轴，如 42.50@5/43.75@95')
    return
  }
  for (const [i, base] of ['k1', 'k1Axis', 'k2', 'k2Axis'].entries()) set(r, token, `${base}${r.side}`, found[i + 1] ?? '')
  rest(r)
}
function wordOf(r: Reading, token: Token): Word | undefined {
  const low = token.text.toLowerCase()
  const found = glued(r, low) ?? (r.kind ? undefined : words.get(low)) ?? fieldNamed(r, low)
  if (found) return found
  trouble(r, token, unclear[low] ?? `不认识“${token.text}”`)
  return undefined
}
/** `vision.farphoria`: a field of the kind that is named with it. */
function glued(r: Reading, low: string): Word | undefined {
  const [kind, field] = low.split('.')
  const exam = field === undefined ? undefined : r.known.named.get(kind ?? '')
  return exam && field !== undefined ? fieldOf(exam, field) : undefined
}
function fieldNamed(r: Reading, low: string): Word | undefined {
  if (r.kind) {
    const short = words.get(low)
    return fieldOf(r.kind, low) ?? (short?.kind === r.kind.kind ? short : undefined)
  }
  const { prefer, order, kinds } = r.known
  for (const name of prefer === undefined ? order : [prefer, ...order]) {
    const exam = kinds.get(name)
    const word = exam && fieldOf(exam, low)
    if (word) return low === 'k' || unclear[low] === undefined ? word : undefined
  }
  return undefined
}
/** A part as its field reads it; outside of the field's limits it is a trouble. */
function set(r: Reading, token: Token | undefined, name: string, typed: string): void {
  const field = r.kind?.fields[name]
  if (!field) {
    trouble(r, token, `${r.kind?.title ?? '检查'}没有这一项`)
    return
  }
  const value = valueOf(field, typed)
  const parsed = value === undefined ? undefined : field.safeParse(value)
  if (parsed?.success) r.values[name] = parsed.data
  else trouble(r, token, wrongFor(field, typed))
}

/** A base of a pair or a field of a kind, by its name whatever its letters. */
function fieldOf(exam: AnyExam, low: string): Word | undefined {
  const names = Object.keys(exam.fields)
  const alone = names.find((name) => name.toLowerCase() === low)
  const pair = names.filter((name) => metaOf(exam.fields[name] ?? z.unknown()).pair?.toLowerCase() === low)
  const values = [...(alone ? [[alone]] : []), ...(pair.length ? [pair] : [])]
  return values.length ? { kind: exam.kind, values } : undefined
}
const YES: Readonly<Record<string, boolean>> = { y: true, 是: true, n: false, 否: false }
/** What a part says, by the format of its field; undefined where it cannot be. */
function valueOf(field: z.ZodType, typed: string): unknown {
  const bare = bareOf(field)
  const { format, options: labels = {} } = metaOf(field)
  if (format === 'choice') {
    const key = typed in labels ? typed : Object.keys(labels).find((k) => labels[k]?.toLowerCase() === typed.toLowerCase())
    if (key === undefined) return undefined
    return bare.safeParse(key).success ? key : Number(key)
  }
  if (format === 'flag') return YES[typed]
  if (format === 'clock') return typed
  if (bare instanceof z.ZodString) return quoted(typed)
  return isNumber(typed) ? Number(typed) : undefined
}
const QUOTED = /^"(?:[^"\\]|\\["\\nrtu/bf])*"$/
function quoted(typed: string): string | undefined {
  if (!typed.startsWith('"')) return typed
  if (!QUOTED.test(typed)) return undefined
  return typed.slice(1, -1).replace(/\\(["\\])/g, '$1')
}
function wrongFor(field: z.ZodType, typed: string): string {
  const { label = '', options: labels, unit } = metaOf(field)
  const bare = bareOf(field)
  if (labels)
    return `${label}没有“${typed}”：${Object.entries(labels)
      .map(([k, v]) => `${k} ${v}`)
      .join('、')}`
  if (!(bare instanceof z.ZodNumber) || !isNumber(typed)) return `${label}不能是“${typed}”`
  return `${label} ${typed} 超出 ${bare.minValue} 至 ${bare.maxValue}${unit ? ` ${unit}` : ''}`
}
