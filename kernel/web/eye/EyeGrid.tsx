/** The two eyes in a grid, right first, made for the keyboard. */
import { fieldsOf, metaOf, type z } from '#kernel/contract/index.ts'
import { useMemo, useRef, type RefObject } from 'react'
import { EyeCell } from './EyeCell.tsx'
import { commitTyped, isSaveKey } from '../form/keys/commit.ts'
import { mark, problemsOf, type Problem, type FormRule, type FormValues } from '../form/check.ts'
import { leave } from '../form/keys/walk.ts'
import { t, tr } from '../i18n.ts'
import { EyeTag, Key } from '../screen/pieces.tsx'

export type EyeColumn = 'od' | 'os' | 'ou'

export interface EyeGridProps {
  /** Shape whose fields carry `eye` and `pair`. */
  shape: z.ZodType
  /** Columns by base name (`ds` of dsOd, dsOs), in order; every pair of the shape when left out. */
  bases?: readonly string[]
  value: FormValues
  onChange: (patch: Readonly<Record<string, unknown>>) => void
  title?: string
  /** Former values: beside each cell that is filled, as a ghost in one that is empty. */
  previous?: FormValues
  /**
   * Takes former values over (`=` that of the cell, Alt `=` those of the eye's empty cells): marks them as copies. Written like typed ones
   * without it; null where nothing may be taken over, as what is measured against them.
   */
  onTake?: ((patch: Readonly<Record<string, unknown>>) => void) | null
  previousLabel?: string
  /** Rules across fields, when the grid stands alone (inside a Form the form has them). */
  rules?: FormRule
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
  eye: EyeColumn
}

interface EyeCells {
  bases: readonly string[]
  eyes: readonly EyeColumn[]
  /** In reading order. */
  cells: readonly Cell[]
  at: (eye: EyeColumn, base: string) => Cell | undefined
}
/** Cells of a shape by eye and base, right eye first; 双眼 OU only where a field has it. */
function cellsOf(shape: z.ZodType, bases?: readonly string[]): EyeCells {
  const cells = Object.entries(fieldsOf(shape)).flatMap(([name, field]): Cell[] => {
    const { eye, pair } = metaOf(field)
    return eye && pair && (!bases || bases.includes(pair)) ? [{ name, field, base: pair, eye }] : []
  })
  const order = bases ?? [...new Set(cells.map((c) => c.base))]
  const eyes = (['od', 'os', 'ou'] as const).filter((e) => cells.some((c) => c.eye === e))
  const cellAt = (eye: EyeColumn, base: string) => cells.find((c) => c.eye === eye && c.base === base)
  return { bases: order, eyes, at: cellAt, cells: eyes.flatMap((eye) => order.flatMap((base) => cellAt(eye, base) ?? [])) }
}

const NOTHING: ReadonlySet<string> = new Set()

export function EyeGrid(props: EyeGridProps) {
  const { shape, bases, value, onChange, title, previous, rules, problems, confirmed = NOTHING, onConfirm, readOnly } = props
  const grid = useMemo(() => cellsOf(shape, bases), [shape, bases])
  const root = useRef<HTMLDivElement>(null)
  const own = problems ?? problemsOf(shape, value, rules, confirmed)
  const copy = () => onChange(leftFromRight(grid, value))
  const move = movesIn(grid, root)
  const take = taking(props)
  const cellProps = (cell: Cell) => ({
    cell,
    value: value[cell.name],
    problem: own.find((p) => p.field === cell.name),
    confirmed: confirmed.has(mark(cell.name, value[cell.name])),
    readOnly: readOnly ?? false,
    ...(previous ? { before: previous[cell.name] } : {}),
    ghost: Boolean(props.onTake) && !readOnly,
    onTake: () => take([cell]),
    onTakeRow: () => take(grid.cells.filter((c) => c.eye === cell.eye && !isFilled(value[c.name]))),
    onChange: (v: unknown) => onChange({ [cell.name]: v }),
    onConfirm: () => onConfirm?.(cell.name),
    onNext: () => move.by(cell, 1),
    onBack: () => move.by(cell, -1),
    onOtherEye: () => move.across(cell),
    onCopy: copy,
  })
  return (
    <section className="panel eye-panel" ref={root} onKeyDownCapture={(e) => isSaveKey(e) && commitTyped(root.current)}>
      {(title || !readOnly) && <GridHead title={title} of={grid} copy={readOnly ? undefined : copy} />}
      <table className={`eye-grid num of-${grid.bases.length}`}>
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
                return cell ? <EyeCell key={base} {...cellProps(cell)} /> : <td key={base} className="none" />
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {grid.cells.some(({ name }) => isFilled(previous?.[name])) && (
        <Former label={props.previousLabel ?? ''} keys={Boolean(props.onTake)} />
      )}
      <Told cells={grid.cells} problems={own} onConfirm={onConfirm} />
    </section>
  )
}

/** Takes over the former values of cells, where there are any. */
const taking =
  ({ previous = {}, onTake, onChange }: EyeGridProps) =>
  (cells: readonly Cell[]) => {
    const found = cells.flatMap(({ name }) => (isFilled(previous[name]) ? [[name, previous[name]] as const] : []))
    if (found.length > 0) (onTake === undefined ? onChange : onTake)?.(Object.fromEntries(found))
  }
const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** What the pale figures are, and the keys that take them over. */
const Former = ({ label, keys }: { label: string; keys: boolean }) => (
  <p className="eye-previous">
    {/^\d{4}-/.test(label) ? t`淡字为上次：` : t`淡字为：`}
    {label}
    {keys && (
      <span className="hints">
        {' '}
        <Key>=</Key> {t`取一格`} <Key>Alt =</Key> {t`取一行`}
      </span>
    )}
  </p>
)

/** The left eye's values, taken from the right eye's. */
function leftFromRight(grid: EyeCells, value: FormValues): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  for (const base of grid.bases) {
    const [right, left] = [grid.at('od', base), grid.at('os', base)]
    if (right && left) patch[left.name] = value[right.name]
  }
  return patch
}

/** Where the caret goes: cell by cell in reading order and out behind the last and before the first, or to the other eye. */
function movesIn(grid: EyeCells, root: RefObject<HTMLElement | null>) {
  const focus = (cell: Cell | undefined) => cell && root.current?.querySelector<HTMLElement>(`[data-field="${cell.name}"]`)?.focus()
  return {
    by: (from: Cell, step: 1 | -1) => {
      const next = grid.cells[grid.cells.indexOf(from) + step]
      if (next) focus(next)
      else leave(root.current, step)
    },
    across: (from: Cell) => focus(grid.at(from.eye === 'od' ? 'os' : 'od', from.base)),
  }
}

/** The title, how numbers are typed, and copying to the other eye; without `copy` nothing is typed here. */
const GridHead = ({ title, of: cells, copy }: { title: string | undefined; of: EyeCells; copy: (() => void) | undefined }) => (
  <header className="panel-head">
    {title && <h2>{tr(title)}</h2>}
    {copy && cells.cells.some((c) => metaOf(c.field).format === 'dioptre') && (
      <span className="screen-note">{t`输入 325 即 −3.25，+75 即 +0.75`}</span>
    )}
    {copy && cells.eyes.includes('os') && (
      <div className="screen-actions">
        <button type="button" className="btn plain small" tabIndex={-1} onClick={copy}>
          {t`右眼 → 左眼`} <Key>Ctrl D</Key>
        </button>
      </div>
    )}
  </header>
)

interface ToldProps {
  cells: readonly Cell[]
  problems: readonly Problem[]
  onConfirm: EyeGridProps['onConfirm']
}
/** What is wrong or unusual, eye by eye. */
function Told({ cells, problems, onConfirm }: ToldProps) {
  const messages = cells.flatMap((cell) => problems.filter((p) => p.field === cell.name && !p.missing).map((p) => ({ cell, p })))
  if (!messages.length) return null
  return (
    <ul className="eye-told">
      {messages.map(({ cell, p }) => (
        <li key={cell.name} className={p.kind === 'ask' ? 'warn' : 'bad'}>
          <EyeTag eye={cell.eye} /> {p.sentence}
          {p.kind === 'ask' && onConfirm && (
            <button type="button" className="link warn" tabIndex={-1} onClick={() => onConfirm(cell.name)}>{t`确认无误`}</button>
          )}
        </li>
      ))}
    </ul>
  )
}

const EyeName = ({ eye }: { eye: EyeColumn }) => (
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
