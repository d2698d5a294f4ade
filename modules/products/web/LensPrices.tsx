/** Price matrix of a lens: spheres down, minus cylinders across. Arrow keys and Enter move; input is saved as a list from a day on. */
import './products.css'
import { Button, Drawer } from 'antd'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { showDioptre } from '#kernel/contract/index.ts'
import { Act, Until, call, download, t, toast, today, useCall, useCan, useSend, type OutOf } from '#kernel/web/index.ts'
import { products } from '../contract/endpoints.ts'
import { bandOf } from '../contract/lens-price.ts'
import { bandsOfGrid } from '../contract/price-grid.ts'
import { gridAxes } from '../contract/range.ts'
import type { Product } from '../contract/shapes.ts'

type Matrix = OutOf<(typeof products)['product.lens.prices']>
type Typed = ReadonlyMap<string, string>
const cellKey = (sph: number, cyl: number) => `${sph} ${cyl}`

/** Axes of the matrix: powers the lens is made in or priced for, spheres ascending, cylinders away from 0. */
function axesOf(product: Product, matrix: Matrix) {
  const axes = gridAxes(product)
  const all = (axis: 'sph' | 'cyl') => [...new Set([...(axes?.[axis] ?? []), ...matrix.cells.map((c) => c[axis])])]
  return { sph: all('sph').toSorted((a, b) => b - a), cyl: all('cyl').toSorted((a, b) => b - a) }
}
const typedOf = (cells: ReadonlyArray<{ sph: number; cyl: number; price: number }>): Typed =>
  new Map(cells.map((c) => [cellKey(c.sph, c.cyl), String(c.price)]))
const wrong = (text: string) => !/^\d{0,7}(\.\d{1,2})?$/.test(text.trim())

export const LensPrices = ({ product, close }: { product: Product | undefined; close: () => void }) => (
  <Drawer title={product?.name} open={product !== undefined} onClose={close} size={960} destroyOnHidden>
    {product && <Prices product={product} close={close} />}
  </Drawer>
)

function Prices({ product, close }: { product: Product; close: () => void }) {
  const [day, setDay] = useState(today())
  const matrix = useCall(products['product.lens.prices'], { productId: product.productId, day })
  return (
    <Until of={matrix}>
      {matrix.data && <Sheet key={day} product={product} matrix={matrix.data} day={day} setDay={setDay} close={close} />}
    </Until>
  )
}

interface SheetProps {
  product: Product
  matrix: Matrix
  day: string
  setDay: (day: string) => void
  close: () => void
}
function Sheet({ product, matrix, day, setDay, close }: SheetProps) {
  const { productId, versionNo } = product
  const axes = useMemo(() => axesOf(product, matrix), [product, matrix])
  const [typed, setTyped] = useState<Typed>(() => typedOf(matrix.fromDay ? matrix.cells : []))
  const send = useSend(products['product.lens.update'], {
    invalidates: [products['products.list'], products['product.lens.prices']],
    onSuccess: () => (toast(t`价格已保存`, 'ok'), close()),
  })
  const costs = useMemo(() => new Map(matrix.cells.map((c) => [cellKey(c.sph, c.cyl), c.cost])), [matrix])
  const cells = axes.sph.flatMap((sph) =>
    axes.cyl.flatMap((cyl) => {
      const text = typed.get(cellKey(sph, cyl))?.trim()
      return text ? [{ sph, cyl, price: Number(text), cost: costs.get(cellKey(sph, cyl)) ?? product.cost ?? 0 }] : []
    }),
  )
  const why = useWhyNot(matrix, typed, cells.length)
  const read = async (file: File) => {
    const { bands } = await call(products['product.lens.grid-read'], { productId, file, day })
    setTyped(
      typedOf(
        axes.sph.flatMap((sph) =>
          axes.cyl.flatMap((cyl) => {
            const band = bandOf(bands, { sph, cyl, axis: null }, null)
            return band ? [{ sph, cyl, price: band.price }] : []
          }),
        ),
      ),
    )
  }
  return (
    <>
      <p className="price-head">
        <label>
          {t`生效日期`} <input type="date" value={day} onChange={(e) => e.target.value && setDay(e.target.value)} />
        </label>
        <span className="soft">{matrix.fromDay ? t`${matrix.fromDay} 起的价格` : t`还没有光度价格，所有光度同价`}</span>
        <FileButtons productId={productId} day={day} read={read} locked={Boolean(why.locked)} />
        <Act
          type="primary"
          loading={send.isPending}
          unless={why.locked || why.save}
          onClick={() => send.mutate({ productId, versionNo, fromDay: day, bands: bandsOfGrid(cells) })}
        >
          {t`保存`}
        </Act>
      </p>
      {why.locked && <p className="soft">{why.locked}</p>}
      <Cells axes={axes} typed={typed} setTyped={setTyped} readOnly={Boolean(why.locked)} />
    </>
  )
}

/** Why the matrix cannot be edited or saved. */
function useWhyNot(matrix: Matrix, typed: Typed, priced: number) {
  const can = useCan()
  const sliced = matrix.bands.some((b) =>
    [b.combinedFrom, b.combinedTo, b.addFrom, b.addTo, b.diameterFrom, b.diameterTo].some((n) => n !== null),
  )
  const locked = !can('product:price') ? t`没有修改价格的权限` : sliced && t`这份价格表还按联合光度、下加光或直径区分，矩阵里只能看`
  const bad = [...typed.values()].some(wrong)
  return { locked, save: bad ? t`有的价格不是数字` : priced === 0 && t`还没有填价格` }
}

function FileButtons({
  productId,
  day,
  read,
  locked,
}: {
  productId: number
  day: string
  read: (file: File) => Promise<void>
  locked: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => void download(products['product.lens.grid'], { id: productId, day })}>{t`导出`}</Button>
      {!locked && <Button onClick={() => input.current?.click()}>{t`导入`}</Button>}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`价格矩阵文件`}
        accept=".xlsx,.xls,.ods,.csv"
        onChange={(e) => {
          const file = e.target.files?.[0]
          e.target.value = ''
          // The call reports what is wrong with the file.
          if (file) read(file).catch(() => undefined)
        }}
      />
    </>
  )
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
interface CellsProps {
  axes: { sph: readonly number[]; cyl: readonly number[] }
  typed: Typed
  setTyped: (typed: Typed) => void
  readOnly: boolean
}
function Cells({ axes, typed, setTyped, readOnly }: CellsProps) {
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => table.current?.querySelector('input')?.focus(), [])
  const move = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const step = STEPS[event.key]
    if (!step || event.nativeEvent.isComposing) return
    event.preventDefault()
    const next = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row + step[0]} ${column + step[1]}"]`)
    next?.focus()
    next?.select()
  }
  return (
    <div className="price-matrix">
      <table ref={table}>
        <thead>
          <tr>
            <th>{t`球镜`}</th>
            {axes.cyl.map((cyl) => (
              <th key={cyl}>{showDioptre(cyl)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axes.sph.map((sph, row) => (
            <tr key={sph}>
              <th>{showDioptre(sph)}</th>
              {axes.cyl.map((cyl, column) => (
                <td key={cyl}>
                  <input
                    data-cell={`${row} ${column}`}
                    inputMode="decimal"
                    readOnly={readOnly}
                    aria-label={`${showDioptre(sph)} / ${showDioptre(cyl)}`}
                    aria-invalid={wrong(typed.get(cellKey(sph, cyl)) ?? '')}
                    value={typed.get(cellKey(sph, cyl)) ?? ''}
                    onChange={(e) => setTyped(new Map(typed).set(cellKey(sph, cyl), e.target.value))}
                    onKeyDown={(e) => move(e, row, column)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!axes.sph.length && <p className="soft">{t`请先填写商品的光度范围`}</p>}
    </div>
  )
}
