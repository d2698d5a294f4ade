/** Exports and reads a price matrix: spheres down, minus cylinders across. Reading does not save; saving creates a list. */
import { clinical, money, showDioptre, z, type FileAnswer } from '#kernel/contract/index.ts'
import { excel, readSheet, sheet, type Cx, type Out } from '#kernel/server/index.ts'
import { powerOf } from '../contract/catalog.ts'
import { bandsOfGrid, type GridPrice } from '../contract/price-grid.ts'
import type { ListBand, PriceMatrix, ReadGrid } from '../contract/shapes.lens.ts'
import { lensMatrix } from './lens.ts'

const columnKey = (cyl: number) => `cyl${Math.round(-cyl * 100)}`

export async function lensGrid(
  out: Out<'not_a_lens'>,
  { id, ...query }: { id: number; day?: string; add?: number; diameter?: number },
): Promise<FileAnswer> {
  const matrix = await out.tx((cx) => lensMatrix(cx, { productId: id, ...query }))
  const cyls = [...new Set(matrix.cells.map((c) => c.cyl))].toSorted((a, b) => b - a)
  const shape = z.object({
    sph: clinical('sphere'),
    ...Object.fromEntries(cyls.map((cyl) => [columnKey(cyl), money(showDioptre(cyl)).nullable()])),
  })
  const rows = new Map<number, { sph: number } & Record<string, number>>()
  for (const { sph, cyl, price } of matrix.cells) rows.set(sph, { ...rows.get(sph), sph, [columnKey(cyl)]: price })
  const sorted = [...rows.values()].toSorted((a, b) => b.sph - a.sph)
  return excel(sheet('价格矩阵', shape), sorted, `${matrix.name.replace(/[\\/:*?"<>|]/g, ' ')}-价格-${out.today}.xlsx`, { total: false })
}

type Fail = 'not_a_lens' | 'grid_cell'
interface Cell {
  row: number
  column: string
  given: string
}
const wrong = (cx: Cx<Fail>, { row, column, given }: Cell, what: string) =>
  cx.refuse('grid_cell', { row, column, given, what, field: 'file' })
const dioptres = (cx: Cx<Fail>, cell: Cell): number => {
  const d = powerOf(cell.given)
  const fits = typeof d === 'number' && Number.isInteger(d * 4) && Math.abs(d) <= (cell.row === 1 ? 25 : 45) && (cell.row > 1 || d <= 0)
  return fits ? d : wrong(cx, cell, cell.row === 1 ? '负柱镜度数' : '球镜度数')
}
function fen(cx: Cx<Fail>, cell: Cell): number | undefined {
  const text = cell.given.replace(/[¥￥,\s]/g, '')
  if (!text) return undefined
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : wrong(cx, cell, '价格')
}

/** Converts a matrix to bands; each price keeps the previous cost of its power. */
export async function readGrid(out: Out<Fail>, { file, productId, ...query }: ReadGrid): Promise<{ bands: ListBand[]; cells: number }> {
  const { head, rows, numbers } = await readSheet(file)
  return out.tx(async (cx) => {
    const before = await lensMatrix(cx, { productId, ...query })
    const cells = cellsOf(cx, { head, rows, numbers }, before)
    const slice = {
      combinedFrom: null,
      combinedTo: null,
      addFrom: query.add ?? null,
      addTo: query.add ?? null,
      diameterFrom: query.diameter ?? null,
      diameterTo: query.diameter ?? null,
    }
    return { bands: bandsOfGrid(cells).map((b) => ({ ...b, ...slice })), cells: cells.length }
  })
}

function cellsOf(
  cx: Cx<Fail>,
  { head, rows, numbers }: Awaited<ReturnType<typeof readSheet>>,
  before: Pick<PriceMatrix, 'cells' | 'cost'>,
): GridPrice[] {
  const cyls = head.slice(1).map((title) => dioptres(cx, { row: 1, column: title, given: title.replace(/[(（]元[)）]/, '') }))
  const costs = new Map(before.cells.map((c) => [`${c.sph} ${c.cyl}`, c.cost]))
  const prices = new Map<string, GridPrice>()
  for (const [i, cells] of rows.entries()) {
    const row = numbers[i] ?? i + 2
    const sph = dioptres(cx, { row, column: head[0] ?? '', given: cells[0] ?? '' })
    for (const [n, cyl] of cyls.entries()) {
      const price = fen(cx, { row, column: head[n + 1] ?? '', given: cells[n + 1] ?? '' })
      const key = `${sph} ${cyl}`
      if (price === undefined) continue
      if (prices.has(key)) wrong(cx, { row, column: head[n + 1] ?? '', given: key }, '只出现一次的光度')
      prices.set(key, { sph, cyl, price, cost: costs.get(key) ?? before.cost ?? 0 })
    }
  }
  return [...prices.values()]
}
