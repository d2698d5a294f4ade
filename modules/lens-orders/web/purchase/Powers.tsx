/**
 * Ordering a lens for the shelf by its powers: pieces are typed into the grid; each cell says what lies here, is on its way and went in 90
 * days.
 */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { showDioptre } from '#kernel/contract/index.ts'
import { Empty, Screen, Until, t, useCall, useSearch, useWho } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { PowerCell } from '../../contract/purchase/purchase.ts'
import { PlacePicker, type Placeable } from '../form/PlacePicker.tsx'
import '../orders.css'
import { OrderThese } from './OrderThese.tsx'

/** Pieces by cell. */
type Typed = Readonly<Record<string, number>>
const keyOf = ({ sph, cyl }: Pick<PowerCell, 'sph' | 'cyl'>): string => `${sph}|${cyl}`

export function Powers({ tabs }: { tabs: React.ReactNode }) {
  const { hid } = useWho()
  const [{ productId }, setSearch] = useSearch()
  const [product, setProduct] = useState<Placeable>()
  const [typed, setTyped] = useState<Typed>({})
  const chosen = Number(productId) || undefined
  const grid = useCall(
    lensOrders['purchase.powers'],
    { hid, productId: chosen ?? 0 },
    { enabled: chosen !== undefined, live: ['stock', 'orders'] },
  )
  const cells = grid.data?.list ?? []
  const items = cells.flatMap((c) =>
    (typed[keyOf(c)] ?? 0) > 0 ? [{ productId: chosen ?? 0, sph: c.sph, cyl: c.cyl, axis: null, number: typed[keyOf(c)] ?? 0 }] : [],
  )
  return (
    <Screen fill note={t`每格下方：现有 · 在途 · 90 天用量`} actions={tabs}>
      <div className="power-order-bar">
        <PlacePicker
          kind="glasses"
          chosen={chosen}
          known={product?.productId === chosen ? product : undefined}
          name={grid.data?.name}
          onChange={(row) => {
            setProduct(row)
            setTyped({})
            setSearch({ productId: row ? String(row.productId) : undefined })
          }}
        />
        <OrderThese items={items} done={() => setTyped({})} />
      </div>
      {chosen === undefined ? (
        <Empty text={t`选择镜片后按度数填写数量`} />
      ) : (
        <Until of={grid}>
          {grid.data && <Grid cells={cells} typed={typed} type={(key, n) => setTyped((previous) => ({ ...previous, [key]: n }))} />}
        </Until>
      )}
    </Screen>
  )
}

const isKnown = ({ onHand, onOrder, demand }: Pick<PowerCell, 'onHand' | 'onOrder' | 'demand'>): boolean => onHand + onOrder + demand > 0
/** Where a key leads from a cell: rows are spheres, columns cylinders. Enter goes on downwards, as a list is read. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
function walk(e: KeyboardEvent<HTMLInputElement>, row: number, column: number) {
  const step = STEPS[e.key]
  const next = step && e.currentTarget.closest('table')?.querySelector<HTMLInputElement>(`[data-at="${row + step[0]} ${column + step[1]}"]`)
  if (!next) return
  e.preventDefault()
  next.focus()
  next.select()
}
function Grid({ cells, typed, type }: { cells: readonly PowerCell[]; typed: Typed; type: (key: string, n: number) => void }) {
  const [spheres, cylinders] = [
    [...new Set(cells.map((c) => c.sph))].toSorted((a, b) => b - a),
    [...new Set(cells.map((c) => c.cyl))].toSorted((a, b) => b - a),
  ]
  const box = useRef<HTMLDivElement>(null)
  // From +6.00 on nothing is kept by most: the first row that says something is seen first.
  const first = spheres.findIndex((sph) => cells.some((c) => c.sph === sph && isKnown(c)))
  useEffect(() => {
    const row = box.current?.querySelectorAll('tbody tr')[first]
    if (row instanceof HTMLElement) box.current?.scrollTo?.({ top: row.offsetTop - 60 })
  }, [first])
  const cellsByKey = new Map(cells.map((c) => [keyOf(c), c]))
  return (
    <div className="power-order" ref={box}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`球镜 ＼ 柱镜`}</th>
            {cylinders.map((cyl) => (
              <th key={cyl} scope="col" className="num">
                {showDioptre(cyl)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spheres.map((sph, row) => (
            <tr key={sph}>
              <th scope="row" className="num">
                {showDioptre(sph)}
              </th>
              {cylinders.map((cyl, column) => {
                const cell = cellsByKey.get(keyOf({ sph, cyl }))
                return cell ? (
                  <Cell key={cyl} of={cell} at={[row, column]} n={typed[keyOf(cell)] ?? 0} type={(n) => type(keyOf(cell), n)} />
                ) : (
                  <td key={cyl} className="not-made" aria-label={t`不生产`} />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
function Cell({
  of: { sph, cyl, onHand, onOrder, demand },
  at: [row, column],
  n,
  type,
}: {
  of: PowerCell
  at: readonly [number, number]
  n: number
  type: (n: number) => void
}) {
  const short = demand > 0 && onHand + onOrder === 0
  return (
    <td className={n > 0 ? 'wanted' : short ? 'short' : ''}>
      <input
        inputMode="numeric"
        data-at={`${row} ${column}`}
        aria-label={t`${showDioptre(sph)} ${showDioptre(cyl)} 数量，现有 ${onHand}，在途 ${onOrder}，90 天用量 ${demand}`}
        value={n || ''}
        onChange={(e) => /^\d{0,4}$/.test(e.target.value) && type(Number(e.target.value))}
        onKeyDown={(e) => walk(e, row, column)}
      />
      <small aria-hidden>
        {isKnown({ onHand, onOrder, demand }) ? `${onHand} · ${onOrder} · ${demand}${short ? ' !' : ''}` : '\u00a0'}
      </small>
    </td>
  )
}
