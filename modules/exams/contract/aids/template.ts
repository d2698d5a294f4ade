/**
 * A clinic's own examination: what its template asks for, and what stops a save. An examination keeps the template as it was when it was
 * written.
 */
import { z, stops } from '#kernel/contract/index.ts'
import type { Finding } from '../checks/checks.ts'
import { bandOf, scoreOf } from './assessment.ts'
import type { AidValues } from './values.ts'

const Item = z.object({
  code: z.string(),
  label: z.string(),
  type: z.enum(['number', 'text', 'choice', 'flag']),
  unit: z.string().nullish(),
  /** Outside of these nothing is saved; of an assessment the most is the full mark. */
  least: z.number().nullish(),
  most: z.number().nullish(),
  /** One value for each eye: `codeOd`, `codeOs`. */
  eyes: z.boolean().nullish(),
  /** Words of a choice, separated by `、`. */
  options: z.string().nullish(),
  /** What 「正常」 writes: one of the words, or a text. */
  normal: z.string().nullish(),
  /** What it counts in the score of an assessment; without it nothing. */
  weight: z.number().nullish(),
})
export type TemplateItem = z.output<typeof Item>
/** As an examination keeps it. */
const Template = z.object({
  name: z.string(),
  items: z.array(Item),
  bands: z.array(z.object({ from: z.number(), label: z.string() })).nullish(),
})
export type Template = z.output<typeof Template>
const SIDES = [
  ['Od', '右眼'],
  ['Os', '左眼'],
] as const
/** The values an item has, by their names: one, or one of each eye. */
export const namesOf = (item: TemplateItem): ReadonlyArray<{ name: string; label: string; eye?: 'Od' | 'Os' }> =>
  item.eyes
    ? SIDES.map(([eye, side]) => ({ name: `${item.code}${eye}`, label: `${side}${item.label}`, eye }))
    : [{ name: item.code, label: item.label }]

export const wordsOf = (options: string | null | undefined): string[] =>
  (options ?? '')
    .split(/[、,，]/)
    .map((word) => word.trim())
    .filter(Boolean)
const empty = (value: unknown): boolean => value === null || value === undefined || value === ''
/** Values that are not of the template, or not as it wants them. */
export function templateFindings(template: Template, values: AidValues): Finding[] {
  const names = new Set(template.items.flatMap((item) => namesOf(item).map(({ name }) => name)))
  const block = (name: string, sentence: string): Finding => ({ ...stops, field: 'values', code: `template-${name}`, sentence })
  return [
    ...Object.keys(values)
      .filter((name) => !names.has(name) && !empty(values[name]))
      .map((name) => block(name, `模板「${template.name}」没有“${name}”这一项`)),
    ...template.items.flatMap((item) =>
      namesOf(item).flatMap(({ name, label }) => {
        const wrong = empty(values[name]) ? undefined : wrongOf(item, values[name])
        return wrong === undefined ? [] : [block(name, `${label}：${wrong}`)]
      }),
    ),
  ]
}
function wrongOf({ type, least, most, options, unit }: TemplateItem, value: unknown): string | undefined {
  switch (type) {
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字'
      const range = `应在 ${least ?? '−∞'} 至 ${most ?? '∞'}${unit ? ` ${unit}` : ''} 之间`
      return (least != null && value < least) || (most != null && value > most) ? range : undefined
    }
    case 'choice':
      return wordsOf(options).some((word) => word === value) ? undefined : `应为 ${wordsOf(options).join('、')} 之一`
    case 'flag':
      return typeof value === 'boolean' ? undefined : '应为是或否'
    case 'text':
      return typeof value === 'string' && value.length <= 500 ? undefined : '应为 500 字以内的文字'
  }
}

/** What 「正常」 writes into the items that are empty, in their own words. A number is measured: nobody states it. */
export function normalOf(template: Template, values: AidValues): Record<string, unknown> {
  const stated = template.items.filter(({ type, normal }) => normal && type !== 'number')
  return Object.fromEntries(
    stated.flatMap((item) => {
      const value = item.type === 'flag' ? item.normal === '是' : item.normal
      return namesOf(item).flatMap(({ name }) => (empty(values[name]) ? [[name, value]] : []))
    }),
  )
}

/** Score and band of an assessment by its template; null while a weighted part is empty or nothing is weighed. */
export function assessed(template: Template, values: AidValues): { score: number; formula: string; band: string | null } | null {
  const sections = template.items.flatMap(({ code, label, type, most, weight }) =>
    type === 'number' && weight && most ? [{ code, label, max: most, weight }] : [],
  )
  const scored = scoreOf(sections, values)
  return scored && { ...scored, band: bandOf(template.bands ?? [], scored.score) }
}
/** A score that was sent stands for itself without a template, and is the template's otherwise. */
export function assessFindings(template: Template | null, values: AidValues, score: number | null): Finding[] {
  if (!template) return []
  const found = assessed(template, values)
  if (found === null || score === null || Math.abs(found.score - score) < 0.05) return []
  return [{ ...stops, field: 'score', code: 'score-differs', sentence: `总分 ${score} 与模板算出的 ${found.score} 不符：${found.formula}` }]
}
/** The template a row of values was written by; null without one. */
export const templateOf = (values: AidValues): Template | null => Template.safeParse(values.template).data ?? null
/** What was written into it. */
export const partsOf = (values: AidValues): AidValues => z.record(z.string(), z.unknown()).safeParse(values.values).data ?? {}

/** One item of a template as people read it: of each eye, or of none. */
export interface TemplateLine {
  readonly label: string
  readonly unit: string | null
  readonly od: string | null
  readonly os: string | null
  readonly ou: string | null
}
const textOf = (value: unknown): string | null => {
  if (empty(value)) return null
  return typeof value === 'boolean' ? (YES_NO[Number(value)] ?? null) : String(value)
}
const YES_NO = ['否', '是'] as const
/** What was written by the template a row keeps, in the template's words and order; items without a value are left out. */
export function writtenBy(values: AidValues): TemplateLine[] {
  const parts = partsOf(values)
  return (templateOf(values)?.items ?? []).flatMap(({ code, label, unit = null, eyes }): TemplateLine[] => {
    const fields = {
      od: eyes ? textOf(parts[`${code}Od`]) : null,
      os: eyes ? textOf(parts[`${code}Os`]) : null,
      ou: eyes ? null : textOf(parts[code]),
    }
    return fields.od === null && fields.os === null && fields.ou === null ? [] : [{ label, unit, ...fields }]
  })
}
