/** The two eyes in a grid, right first, made for the keyboard. */
import { fieldsOf, metaOf, type z } from '#kernel/contract/index.ts'
import { useMemo, useRef } from 'react'
import { EyeCell } from './EyeCell.tsx'
import { mark, problemsOf, type Problem, type Rule, type Values } from '../form/check.ts'
import { t, tr } from '../i18n.ts'
import { EyeTag, Key } from '../screen/pieces.tsx'

export type Eye = 'od' | 'os' | 'ou'

export interface EyeGridProps {
  /** Shape whose fields carry `eye` and `pair`. */
  shape: z.ZodType
  /** Columns by base name (`ds` of dsOd, dsOs), in order; every pair of the shape when left out. */
  bases?: readonly string[]
  value: Values
  onChange: (patch: Readonly<Record<string, unknown>>) => void
  title?: string
  /** Former visit, shown beside each cell. */
  previous?: Values
  previousLabel?: string
  /** Rules across fields, when the grid stands alone (inside a Form the form has them). */
  rules?: Rule
  /** Problems and confirmations of the form around; the grid finds its own without. */
  problems?: readonly Problem[]
  confirmed?: ReadonlySet<string>
  onConfirm?: (name: string) => void
  readOnly?: boolean
}

export interface Cell {
  name: string
  field: z.ZodType
  base: string
  eye: Eye
}

/** Cells of a shape by eye and base, right eye first; 双眼 OU only where a field has it. */
function cellsOf(
  shape: z.ZodType,
  bases?: readonly string[],
): { bases: string[]; eyes: Eye[]; at: (eye: Eye, base: string) => Cell | undefined } {
  const cells = Object.entries(fieldsOf(shape)).flatMap(([name, field]): Cell[] => {
    const { eye, pair } = metaOf(field)
    return eye && pair && (!bases || bases.includes(pair)) ? [{ name, field, base: pair, eye }] : []
  })
  const order = bases ?? [...new Set(cells.map((c) => c.base))]
  const eyes = (['od', 'os', 'ou'] as const).filter((e) => cells.some((c) => c.eye === e))
  return { bases: [...order], eyes, at: (eye, base) => cells.find((c) => c.eye === eye && c.base === base) }
}

const NOTHING: ReadonlySet<string> = new Set()

export function EyeGrid({
  shape,
  bases,
  value,
  onChange,
  title,
  previous,
  previousLabel,
  rules,
  problems,
  confirmed = NOTHING,
  onConfirm,
  readOnly,
}: EyeGridProps) {
  const grid = useMemo(() => cellsOf(shape, bases), [shape, bases])
  const root = useRef<HTMLDivElement>(null)
  const own = problems ?? problemsOf(shape, value, rules, confirmed)
  const order = grid.eyes.flatMap((eye) => grid.bases.flatMap((base) => grid.at(eye, base) ?? []))
  const focus = (cell: Cell | undefined) => cell && root.current?.querySelector<HTMLElement>(`[data-field="${cell.name}"]`)?.focus()
  const go = (from: Cell, by: 1 | -1) => {
    const next = order[order.indexOf(from) + by]
    if (next) focus(next)
    else if (by === 1) focusAfter(root.current)
  }
  const otherEye = (from: Cell) => focus(grid.at(from.eye === 'od' ? 'os' : 'od', from.base))
  const copy = () => {
    const patch: Record<string, unknown> = {}
    for (const base of grid.bases) {
      const [right, left] = [grid.at('od', base), grid.at('os', base)]
      if (right && left) patch[left.name] = value[right.name]
    }
    onChange(patch)
  }
  const told = order.flatMap((cell) => own.filter((p) => p.field === cell.name && !p.missing).map((p) => ({ cell, p })))
  return (
    <section className="panel eye-panel" ref={root}>
      {(title || !readOnly) && (
        <header className="panel-head">
          {title && <h2>{tr(title)}</h2>}
          {!readOnly && order.some((c) => metaOf(c.field).format === 'dioptre') && (
            <span className="screen-note">{t`输入 325 即 −3.25，+75 即 +0.75`}</span>
          )}
          {!readOnly && grid.eyes.includes('os') && (
            <div className="screen-actions">
              <button type="button" className="btn plain small" tabIndex={-1} onClick={copy}>
                {t`右眼 → 左眼`} <Key>Ctrl D</Key>
              </button>
            </div>
          )}
        </header>
      )}
      <table className="eye-grid num">
        <thead>
          <tr>
            <th scope="col">{t`眼别`}</th>
            {grid.bases.map((base) => (
              <BaseHead key={base} cell={grid.at('od', base) ?? grid.at('ou', base) ?? grid.at('os', base)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.eyes.map((eye) => (
            <tr key={eye} className={eye}>
              <th scope="row">
                <EyeName eye={eye} />
              </th>
              {grid.bases.map((base) => {
                const cell = grid.at(eye, base)
                if (!cell) return <td key={base} className="none" />
                return (
                  <EyeCell
                    key={base}
                    cell={cell}
                    value={value[cell.name]}
                    problem={own.find((p) => p.field === cell.name)}
                    confirmed={confirmed.has(mark(cell.name, value[cell.name]))}
                    readOnly={readOnly ?? false}
                    {...(previous ? { before: previous[cell.name] } : {})}
                    onChange={(v) => onChange({ [cell.name]: v })}
                    onConfirm={() => onConfirm?.(cell.name)}
                    onNext={() => go(cell, 1)}
                    onBack={() => go(cell, -1)}
                    onOtherEye={() => otherEye(cell)}
                    onCopy={copy}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {previous && (
        <p className="eye-previous">
          {/^\d{4}-/.test(previousLabel ?? '') ? t`小字为上次：` : t`小字为：`}
          {previousLabel ?? ''}
        </p>
      )}
      {told.length > 0 && (
        <ul className="eye-told">
          {told.map(({ cell, p }) => (
            <li key={cell.name} className={p.kind === 'ask' ? 'warn' : 'bad'}>
              <EyeTag eye={cell.eye} /> {p.sentence}
              {p.kind === 'ask' && onConfirm && (
                <button type="button" className="link warn" tabIndex={-1} onClick={() => onConfirm(cell.name)}>{t`确认无误`}</button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const EyeName = ({ eye }: { eye: Eye }) => (
  <>
    {{ od: t`右眼`, os: t`左眼`, ou: t`双眼` }[eye]}
    <small>{eye.toUpperCase()}</small>
  </>
)

function BaseHead({ cell }: { cell: Cell | undefined }) {
  const meta = cell ? metaOf(cell.field) : {}
  return (
    <th scope="col" className={meta.options || meta.format === 'text' ? 'left' : 'right'}>
      {tr((meta.label ?? '').replace(/^(右眼|左眼|双眼)/, ''))}
      {meta.unit && <i className="unit"> {meta.unit}</i>}
    </th>
  )
}

/** The first thing after the grid that takes the focus. */
function focusAfter(root: HTMLElement | null): void {
  const all = [...(root?.closest('form') ?? document).querySelectorAll<HTMLElement>('input,textarea,button,select')].filter(
    (e) => e.tabIndex >= 0 && !e.hasAttribute('disabled'),
  )
  all.find((e) => root && root.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING && !root.contains(e))?.focus()
}
