/** A form of an endpoint: fields by name, everything else from the contract. */
import { clinicNow, fieldsOf, metaOf, bareOf, z, type Endpoint } from '#kernel/contract/index.ts'
import type { ReactNode } from 'react'
import { type Callable, type OutOf, type SentOf } from '../calls/api.ts'
import { EyeGrid } from '../eye/EyeGrid.tsx'
import { ActionBar, type ActionBarProps } from './ActionBar.tsx'
import { isRequired, type FormRule, type FormValues } from './check.ts'
import { Clashes } from './Clashes.tsx'
import { Control } from './Control.tsx'
import { Lines, type LineColumn } from './Lines.tsx'
import { useTogether } from '../together/Together.tsx'
import { useForm, type FormState } from './useForm.ts'
import { useWalk } from './keys/walk.ts'
import { t, tr } from '../i18n.ts'

type Sendable = Callable & Pick<Endpoint, 'input' | 'output'>

export interface FieldItem<Name extends string> {
  key: Name
  label?: string
  hint?: ReactNode
  placeholder?: string
  /** Choices of the screen, such as the doctors of the store. */
  options?: ReadonlyArray<{ value: string | number; label: string }>
  /** Own control in place of the contract's. */
  control?: (form: FormState, id: string) => ReactNode
  /** Columns of the 12 (6; long texts and lines 12). */
  span?: number
  /** Shown only while this holds; the value stays. */
  when?: (values: FormValues) => boolean
  /** Columns of an array field. */
  columns?: ReadonlyArray<string | LineColumn>
  /** What an added line starts with. */
  blank?: Record<string, unknown> | null
  disabled?: boolean
}
export type FormItem<Name extends string> =
  | Name
  | FieldItem<Name>
  /** A titled group; `folded` shows its title alone until somebody opens it, or something in it holds up the save. */
  | { group: string; note?: ReactNode; items: ReadonlyArray<FormItem<Name>>; when?: (values: FormValues) => boolean; folded?: boolean }
  /** An eye grid over pairs of fields, by their base names (`ds` of dsOd, dsOs). */
  | { eyes: readonly string[]; title?: string; previous?: FormValues | undefined; previousLabel?: string }
  /** Anything, with the state of the form in hand. */
  | { render: (form: FormState) => ReactNode }

export interface FormProps<E extends Sendable> {
  of: E
  fields: ReadonlyArray<FormItem<keyof SentOf<E> & string>>
  /** What is sent beside the fields. */
  fixed?: Partial<SentOf<E>>
  /** What the fields start with; what the endpoint does not know is left out. */
  initial?: object | undefined
  /** Name the draft is kept under. */
  draft?: string
  rules?: FormRule
  /** `way` is what the button said that saved (`form.submit('draft')`); the main one says nothing. */
  onDone?: (answer: OutOf<E>, sent: SentOf<E>, way?: string) => void
  /** Esc and 取消; the draft is kept. */
  onLeave?: () => void
  invalidates?: readonly Callable[]
  saveLabel?: string
  /** More buttons in the action bar. */
  more?: (form: FormState) => ReactNode
  readOnly?: boolean
  /** There is something to save though nobody has typed: a draft that was not submitted. Matters among forms that save together. */
  waits?: boolean
  /** Takes former values over from the eye grids: what marks them as copies. */
  onTake?: (form: FormState, patch: FormValues) => void
  /** Last change to what is sent. `confirmed`: unusual values somebody confirmed, as `field=value`. */
  before?: (values: Record<string, unknown>, confirmed: readonly string[], way?: string) => Record<string, unknown>
  /** Seen beside the form: history, curves. */
  aside?: ReactNode
}

export function Form<const E extends Sendable>(props: FormProps<E>) {
  const form = useForm(props as unknown as FormProps<Sendable>)
  const together = useTogether()
  const { walk, ...caret } = useWalk(form, !props.readOnly && (together || hasEyes(props.fields)))
  return (
    <form
      className="form"
      ref={form.root}
      noValidate
      onSubmit={(e) => (e.preventDefault(), e.target === e.currentTarget && form.submit())}
      {...caret}
      onKeyDown={(e) => (walk?.(e), form.onKeyDown(e))}
    >
      {form.restored && (
        <div className="restored" role="status">
          {t`已恢复 ${clinicNow(new Date(form.restored)).slice(0, 16)} 的草稿`}
          <button type="button" className="link" onClick={form.discard}>{t`放弃草稿`}</button>
        </div>
      )}
      {form.clashes.length > 0 && <Clashes form={form} shape={props.of.input} />}
      <div className={props.aside ? 'form-with-aside' : undefined}>
        <div className="form-items">
          {inPanels(props.fields as ReadonlyArray<FormItem<string>>).map((part, i) =>
            Array.isArray(part) ? (
              <section key={i} className="panel plain">
                <div className="form-items">
                  {part.map((item, j) => (
                    <Item key={j} item={item} form={form} shape={props.of.input} readOnly={props.readOnly ?? false} />
                  ))}
                </div>
              </section>
            ) : (
              <Item key={i} item={part} form={form} shape={props.of.input} readOnly={props.readOnly ?? false} />
            ),
          )}
        </div>
        {props.aside && <aside className="form-aside">{props.aside}</aside>}
      </div>
      {!props.readOnly && !together && (
        <ActionBar
          problems={form.problems}
          tried={form.tried}
          jump={form.jump}
          draft={form.draft}
          save={{ label: props.saveLabel ?? t`保存`, run: () => form.submit(), busy: form.busy }}
          more={props.more?.(form)}
          hints={hintsOf(props)}
        />
      )}
    </form>
  )
}
/** Fields that stand alone share a panel with their neighbours; groups, grids and own renderings have theirs. */
function inPanels(items: ReadonlyArray<FormItem<string>>): Array<FormItem<string> | Array<FormItem<string>>> {
  const parts: Array<FormItem<string> | Array<FormItem<string>>> = []
  for (const item of items) {
    const last = parts.at(-1)
    if (typeof item !== 'string' && !('key' in item)) parts.push(item)
    else if (Array.isArray(last)) last.push(item)
    else parts.push([item])
  }
  return parts
}
const hasEyes = (fields: readonly unknown[]): boolean => fields.some((f) => typeof f === 'object' && f !== null && 'eyes' in f)
/** The keys worth knowing here. */
function hintsOf({ fields, draft, onLeave }: { fields: readonly unknown[]; draft?: string; onLeave?: () => void }) {
  if (hasEyes(fields)) return eyeHints()
  return onLeave ? ([[['Esc'], draft ? t`离开，保留草稿` : t`离开`]] as const) : []
}
export const eyeHints = (): NonNullable<ActionBarProps['hints']> =>
  [
    [['Enter'], t`下一格`],
    [['↑', '↓'], t`±1 步`],
    [['PgUp', 'PgDn'], t`±4 步`],
    [['Alt ↑↓'], t`换眼`],
    [['Ctrl D'], t`右眼复制到左眼`],
  ] as const

function Item({
  item,
  form,
  shape,
  readOnly,
}: {
  item: FormItem<string>
  form: FormState
  shape: z.ZodType
  readOnly: boolean
}): ReactNode {
  if (typeof item === 'object' && 'render' in item) return <div className="wide">{item.render(form)}</div>
  if (typeof item === 'object' && 'group' in item) {
    return <Group of={item} form={form} shape={shape} readOnly={readOnly} />
  }
  if (typeof item === 'object' && 'eyes' in item) {
    return (
      <div className="wide">
        <EyeGrid
          shape={shape}
          bases={item.eyes}
          value={form.values}
          onChange={form.setAll}
          {...(form.take ? { onTake: form.take } : {})}
          problems={form.problems}
          confirmed={form.confirmed}
          onConfirm={form.confirm}
          readOnly={readOnly}
          {...(item.title ? { title: item.title } : {})}
          {...(item.previous ? { previous: item.previous } : {})}
          {...(item.previousLabel ? { previousLabel: item.previousLabel } : {})}
        />
      </div>
    )
  }
  return <Field own={typeof item === 'string' ? { key: item } : item} form={form} shape={shape} readOnly={readOnly} />
}

interface GroupProps {
  of: Extract<FormItem<string>, { group: string }>
  form: FormState
  shape: z.ZodType
  readOnly: boolean
}
/** Fields under a title: always there, or folded away until they are wanted. */
function Group({ of: group, form, ...rest }: GroupProps) {
  if (group.when && !group.when(form.values)) return null
  const items = (
    <div className="form-items">
      {group.items.map((inner, i) => (
        <Item key={i} item={inner} form={form} {...rest} />
      ))}
    </div>
  )
  if (group.folded)
    return (
      <details className="group folded">
        <summary>
          {tr(group.group)}
          {group.note !== undefined && <span className="screen-note">{group.note}</span>}
        </summary>
        {items}
      </details>
    )
  return (
    <fieldset className="panel group">
      <legend>
        {tr(group.group)}
        {group.note !== undefined && <span className="screen-note">{group.note}</span>}
      </legend>
      {items}
    </fieldset>
  )
}

function Field({ own, form, shape, readOnly }: { own: FieldItem<string>; form: FormState; shape: z.ZodType; readOnly: boolean }) {
  const field = fieldsOf(shape)[own.key]
  if (own.when && !own.when(form.values)) return null
  const meta = field ? metaOf(field) : {}
  const label = tr(own.label ?? meta.label ?? own.key)
  const id = `${form.id}-f-${own.key}`
  const lines = field && bareOf(field) instanceof z.ZodArray && !own.options && !own.control && !meta.options
  const span = own.span ?? (lines || meta.format === 'long' ? 12 : 6)
  return (
    <div className="field" data-field={own.key} style={{ gridColumn: `span ${span}` }}>
      {(!lines || own.label) && (
        <label htmlFor={id}>
          {label}
          {meta.unit && meta.format !== 'money' && <i className="unit"> {meta.unit}</i>}
          {field && isRequired(field) && <b aria-hidden> *</b>}
        </label>
      )}
      {own.control
        ? own.control(form, id)
        : field && (
            <Typed own={own} field={field} id={id} lines={lines ?? false} form={form} disabled={readOnly || own.disabled || false} />
          )}
      <Note id={`${id}-note`} own={own} label={label} form={form} />
    </div>
  )
}

interface TypedProps {
  own: FieldItem<string>
  field: z.ZodType
  id: string
  lines: boolean
  form: FormState
  disabled: boolean
}
/** What a field is typed with: lines of their own, or one control. */
function Typed({ own, field, id, lines, form, disabled }: TypedProps) {
  const value = form.values[own.key]
  const problem = form.shown(own.key)
  const onChange = (v: unknown) => {
    form.set(own.key, v)
    // Who is asked about a choice and chooses has answered; a choice that is unusual for another reason is asked about itself.
    if (problem?.kind === 'ask' && metaOf(field).format === 'choice' && form.asks(own.key, v) === problem.sentence) form.confirm(own.key, v)
  }
  return lines ? (
    <Lines
      field={field}
      name={own.key}
      value={(value as Array<Record<string, unknown>> | undefined) ?? []}
      onChange={onChange}
      problems={form.tried ? form.problems : []}
      disabled={disabled}
      {...(own.columns ? { columns: own.columns } : {})}
      {...(own.blank !== undefined ? { blank: own.blank } : {})}
    />
  ) : (
    <Control
      field={field}
      id={id}
      value={value}
      onChange={onChange}
      disabled={disabled}
      wrong={form.shown(own.key)?.kind === 'wrong'}
      describedBy={`${id}-note`}
      {...(own.options ? { options: own.options } : {})}
      {...(own.placeholder ? { placeholder: own.placeholder } : {})}
    />
  )
}

/** What is wrong or unusual about a field; else its hint. */
function Note({ id, own, label, form }: { id: string; own: FieldItem<string>; label: string; form: FormState }) {
  const problem = form.shown(own.key)
  if (!problem)
    return (
      <small id={id} className="soft">
        {own.hint}
      </small>
    )
  const asks = problem.kind === 'ask'
  const named = `${label}：`
  return (
    <small id={id} className={asks ? 'warn' : 'bad'} role="alert">
      {problem.sentence.startsWith(named) ? problem.sentence.slice(named.length) : problem.sentence}
      {asks && <button type="button" className="link warn" onClick={() => form.confirm(own.key)}>{t`确认无误`}</button>}
    </small>
  )
}
