/** The rows of a list on a phone: a card each – what it is, a figure, where it stands, what is next; one press shows the rest. */
import { ChevronDown } from 'lucide-react'
import { Fragment, useId, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { t } from '../i18n.ts'
import type { CardPlace, ReadyColumn } from './columns.tsx'
import { headingAt, type GridProps } from './Grid.tsx'
import './cards.css'

type Placed = Readonly<Record<CardPlace, ReadonlyArray<ReadyColumn<object>>>>
/** Facts that stand below the state; the others wait behind the arrow. */
const LINES = 2
/**
 * Where each column stands: as declared, else a person's name or the first column names the row, the first state says where it stands,
 * the first figure stands at the right, the next facts below.
 */
function placesOf(columns: ReadonlyArray<ReadyColumn<object>>): Placed {
  const free = columns.filter(({ card }) => !card)
  const declared = (place: CardPlace) => columns.filter(({ card }) => card === place)
  const take = (place: CardPlace, fits: (column: ReadyColumn<object>) => boolean, most = 1) => {
    const own = declared(place)
    if (own.length) return own
    const found = free.filter(fits).slice(0, most)
    for (const column of found) free.splice(free.indexOf(column), 1)
    return found
  }
  const named = free.find(({ isName }) => isName)
  const title = take('title', (column) => (named ? column === named : column.align === 'left' && !column.isState))
  const state = take('state', ({ isState }) => isState)
  const figure = take('figure', ({ align }) => align === 'right')
  const line = take('line', ({ title: head }) => head !== '', LINES)
  return { title, state, figure, line, rest: [...declared('rest'), ...free] }
}

export default function Cards(props: GridProps) {
  const { columns, rows, rowKey, ticked, onTick, foot } = props
  const places = placesOf(columns)
  return (
    <>
      <SortBy {...props} />
      <ul className="cards num">
        {rows.map((row, index) => {
          const key = rowKey(row)
          const tick = () => onTick?.(new Set(ticked?.has(key) ? [...ticked].filter((k) => k !== key) : [...(ticked ?? []), key]))
          const heading = headingAt(props, index)
          return (
            <Fragment key={key}>
              {heading !== undefined && <li className="cards-heading">{heading}</li>}
              <Card {...props} row={row} places={places} tick={ticked && { on: ticked.has(key), turn: tick }} />
            </Fragment>
          )
        })}
      </ul>
      {foot !== undefined && foot !== null && <div className="cards-foot">{foot}</div>}
    </>
  )
}

/** What heads do at the desk. */
function SortBy({ columns, sort, onSort }: GridProps) {
  const sortable = columns.filter((column) => column.sort)
  if (!onSort || sortable.length < 2) return null
  return (
    <label className="cards-sort">
      {t`排序`}
      <select value={sort ?? ''} onChange={(event) => onSort(event.target.value || undefined)}>
        <option value="">{t`默认`}</option>
        {sortable.flatMap(({ key, title }) => [
          <option key={key} value={key}>{`${title} ↑`}</option>,
          <option key={`-${key}`} value={`-${key}`}>{`${title} ↓`}</option>,
        ])}
      </select>
    </label>
  )
}

/** A press opens the row, unless it was meant for something on the card; so does Enter. */
const opening = (open: () => void) => ({
  tabIndex: 0,
  onClick: ({ target }: MouseEvent<HTMLElement>) => target instanceof Element && !target.closest('button,a,input,label,select') && open(),
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => event.key === 'Enter' && event.target === event.currentTarget && open(),
})

interface CardProps extends GridProps {
  row: object
  places: Placed
  tick: { on: boolean; turn: () => void } | undefined
}
function Card({ row, places, tick, onOpen, actions, rowTone }: CardProps) {
  const [isOut, setOut] = useState(false)
  const id = useId()
  const shows = (columns: ReadonlyArray<ReadyColumn<object>>): ReactNode =>
    columns.map((column) => <span key={column.key}>{column.render(row)}</span>)
  const named = (columns: ReadonlyArray<ReadyColumn<object>>): ReactNode =>
    columns.map((column) => (
      <div key={column.key}>
        <dt>
          {column.title}
          {column.unit && <i className="unit"> {column.unit}</i>}
        </dt>
        <dd className={column.eye}>{column.render(row)}</dd>
      </div>
    ))
  const next = actions?.(row)
  const look = ['card', onOpen && 'opens', rowTone?.(row), tick?.on && 'ticked'].filter(Boolean).join(' ')
  return (
    <li className={look} {...(onOpen && opening(() => onOpen(row)))}>
      <div className="card-head">
        {tick && <input type="checkbox" aria-label={t`选择`} checked={tick.on} onChange={tick.turn} />}
        <div className="card-title">{shows(places.title)}</div>
        {places.figure.map((column) => (
          <span key={column.key} className="card-figure" title={column.title}>
            {column.render(row)}
            {column.unit && <i className="unit"> {column.unit}</i>}
          </span>
        ))}
        {places.rest.length > 0 && (
          <button
            type="button"
            className="card-more"
            aria-expanded={isOut}
            aria-controls={id}
            aria-label={t`其余各项`}
            onClick={() => setOut(!isOut)}
          >
            <ChevronDown size={16} aria-hidden />
          </button>
        )}
      </div>
      <div className="card-body">
        <div className="card-facts">
          {places.state.length > 0 && <div className="card-state">{shows(places.state)}</div>}
          {places.line.length > 0 && <dl className="card-line">{named(places.line)}</dl>}
        </div>
        {next && <div className="card-next">{next}</div>}
      </div>
      {places.rest.length > 0 && (
        <dl className="card-rest" id={id} hidden={!isOut}>
          {isOut && named(places.rest)}
        </dl>
      )}
    </li>
  )
}
