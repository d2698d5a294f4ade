/** Fields of a draft that somebody else has changed since: both values beside each other, and the choice. */
import { bareOf, fieldsOf, metaOf, show, z } from '#kernel/contract/index.ts'
import { labelAt } from '#kernel/contract/internal.ts'
import { t, tr } from '../i18n.ts'
import type { DraftClash } from './draft/typing.ts'
import { sameValue } from './draft/typing.ts'
import type { FormState } from './useForm.ts'

interface Difference {
  readonly path: readonly string[]
  readonly present: unknown
  readonly typed: unknown
}
/** Cells of a list or a group in which two values of it differ; the value itself where it is neither. */
function differencesIn(present: unknown, typed: unknown, path: readonly string[]): Difference[] {
  const [a, b] = [present, typed].map((value) => (typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined))
  if (!a || !b) return [{ path, present, typed }]
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((key) => !sameValue(a.get(key), b.get(key)))
    .flatMap((key) => differencesIn(a.get(key), b.get(key), [...path, key]))
}
/** The field at a path of a shape. */
function fieldAt(shape: z.ZodType, path: readonly string[]): z.ZodType | undefined {
  let field: z.ZodType | undefined = shape
  for (const name of path) {
    const bare: z.ZodType | undefined = field && bareOf(field)
    field = bare instanceof z.ZodArray ? (bare.element as z.ZodType) : bare && fieldsOf(bare)[name]
  }
  return field
}
function shown(field: z.ZodType | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) return t`${value.length} 项`
  if (typeof value === 'object') return '…'
  return field ? tr(show(field, value)) : String(value)
}
const MOST = 6

export function Clashes({ form, shape }: { form: Pick<FormState, 'clashes' | 'choose'>; shape: z.ZodType }) {
  return (
    <div className="record-conflict" role="alert">
      {t`您上次填写之后，下面的内容已被他人修改。请逐项选择：`}
      <ul>
        {form.clashes.map((clash) => (
          <li key={clash.field} data-field={clash.field}>
            <Both clash={clash} shape={shape} />{' '}
            <button type="button" className="link" onClick={() => form.choose(clash, true)}>{t`用我填写的`}</button>{' '}
            <button type="button" className="link" onClick={() => form.choose(clash, false)}>{t`用现在的`}</button>
          </li>
        ))}
      </ul>
    </div>
  )
}
function Both({ clash, shape }: { clash: DraftClash; shape: z.ZodType }) {
  const all = differencesIn(clash.present, clash.typed, [clash.field])
  return (
    <>
      {all.slice(0, MOST).map(({ path, present, typed }) => {
        const field = fieldAt(shape, path)
        const label = labelAt(shape, [...path]) || (field && metaOf(field).label) || clash.field
        return (
          <span key={path.join('.')}>
            {t`${label.split(' ').map(tr).join(' ')}：现在 ${shown(field, present)}，您填写 ${shown(field, typed)}`}{' '}
          </span>
        )
      })}
      {all.length > MOST && t`等 ${all.length} 处`}
    </>
  )
}
