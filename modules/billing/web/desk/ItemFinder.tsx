/** Search field for fee items and goods, by name, pinyin initials or bar code. ↑↓ and Enter, or the scanner. */
import { Button } from 'antd'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { emptyDefaults, inUse, showDioptre, showMoney } from '#kernel/contract/index.ts'
import { call, t, toast, tr, useCall, useScanner, useSettled, useWho } from '#kernel/web/index.ts'
import { products } from '#modules/products/contract/endpoints.ts'
import { onSale } from '#modules/products/contract/states.ts'
import { billing } from '../../contract/endpoints.ts'
import type { FeeGroup } from '../../contract/endpoints.groups.ts'
import type { FeeItem } from '../../contract/shapes.ts'
import { kinds } from '../../contract/fields.ts'
import type { DeskLine } from './state/state.ts'
import { ChargeKind } from '#modules/loyalty/contract/fields.ts'

type FinderItem = Omit<DeskLine, 'key'> & { kind: number; note: string }

/** Parses the power of a lens at the end of the text: `… -3.25` or `… -3.25/-0.75`. */
function powerIn(text: string): { words: string; sph?: number; cyl?: number } {
  const match = /\s([+-]\d{1,2}(?:\.\d{1,2})?)(?:\s*\/\s*(-\d{1,2}(?:\.\d{1,2})?))?$/.exec(text)
  return match
    ? { words: text.slice(0, match.index).trim(), sph: Number(match[1]), ...(match[2] ? { cyl: Number(match[2]) } : {}) }
    : { words: text.trim() }
}

interface FinderResult {
  items: FinderItem[]
  /** The text the results belong to; empty while nothing was searched. */
  searched: string
  busy: boolean
}
/** Fee items and goods that match the text, after a short pause in typing. */
function useFinder(text: string): FinderResult {
  const who = useWho()
  const searched = useSettled(text.trim(), text ? 160 : 0)
  const power = powerIn(searched)
  const enabled = power.words !== ''
  const fees = useCall(
    billing['feeitem.items'],
    { hid: who.hid, status: inUse.is.on, search: power.words, page_size: 8 },
    { enabled, keep: true, fallback: emptyDefaults.list },
  )
  const goods = useCall(products['products.list'], { text: power.words, per_page: 8 }, { enabled, keep: true })
  const combos = useCall(
    billing['feegroup.list'],
    { hid: who.hid, status: inUse.is.on, search: power.words, page_size: 4 },
    { enabled, keep: true },
  )
  const items =
    searched === ''
      ? []
      : [
          ...(combos.data?.list ?? []).map(comboLine),
          ...(fees.data?.list ?? []).map(feeLine),
          ...(goods.data?.list ?? []).filter((g) => g.status === onSale.is.on).map((g) => goodsLine(g, power)),
        ]
  return { items, searched, busy: fees.isFetching || goods.isFetching || combos.isFetching }
}

/** Items usually combined with those of the bill and not in it yet; one key each. */
export function GoesWith({ lines, onPick }: { lines: readonly DeskLine[]; onPick: (line: Omit<DeskLine, 'key'>) => void }) {
  const { hid } = useWho()
  const { data } = useCall(billing['feeitem.projects'], { hid }, { stale: 300_000 })
  const onBill = new Set(lines.map((l) => l.fiid))
  const associated = new Map((data ?? []).filter((i) => onBill.has(i.fiid)).flatMap((i) => i.projects.map((p) => [p.fiid, p] as const)))
  const missing = [...associated.values()].filter((p) => !onBill.has(p.fiid))
  if (!missing.length) return null
  return (
    <p className="row soft" role="group" aria-label={t`常一起收`}>
      {t`常一起收`}
      {missing.map((item) => (
        <Button key={item.fiid} size="small" onClick={() => onPick(bare(feeLine(item)))}>
          + {item.name}
        </Button>
      ))}
    </p>
  )
}
const bare = ({ kind: _kind, note: _note, ...line }: FinderItem): Omit<DeskLine, 'key'> => line

/** Finds an item by bar code: goods first, then fee items. */
async function byBarCode(hid: number, code: string): Promise<FinderItem | undefined> {
  const { list } = await call(products['products.list'], { text: code, per_page: 2 })
  const goods = list.find((g) => g.barCode === code)
  if (goods) return goodsLine(goods, {})
  const fee = (await call(billing['feeitem.items'], { hid, status: inUse.is.on, search: code, page_size: 2 })).list.find(
    (f) => f.barCode === code,
  )
  return fee && feeLine(fee)
}

/** Adds the price for the lens's power. */
async function pricedByPower({ productId = 0, ...line }: FinderItem): Promise<Omit<DeskLine, 'key'>> {
  const { price } = await call(products['product.lens-price'], { productId, sph: line.sph ?? 0, cyl: line.cyl ?? 0 })
  const fen = Math.round(price * 100)
  return bare({ ...line, productId, price: fen, listPrice: fen })
}

export function ItemFinder({
  input,
  onPick,
}: {
  input: RefObject<HTMLInputElement | null>
  onPick: (line: Omit<DeskLine, 'key'>) => void
}) {
  const { hid } = useWho()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const { items, searched, busy } = useFinder(text)
  const pick = (line: FinderItem | undefined) => {
    if (!line) return
    // Without a price for the power the call reports the reason, and nothing is added.
    if (line.kind === ChargeKind.lens && line.productId !== undefined && line.sph != null) pricedByPower(line).then(onPick, () => undefined)
    else onPick(bare(line))
    setText('')
    setIndex(0)
    input.current?.focus()
  }
  useScanner((code) => {
    // Failures are reported by the call itself.
    byBarCode(hid, code).then(
      (line) => (line ? pick(line) : toast(t`没有条码为 ${code} 的项目或商品`, 'warn')),
      () => undefined,
    )
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setIndex(Math.min(index + 1, Math.max(items.length - 1, 0)))
    else if (event.key === 'ArrowUp') setIndex(Math.max(index - 1, 0))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && items.length && searched === text.trim()) pick(items[index])
    else if (event.key === 'Escape' && text) setText('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="finder">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-expanded={searched !== ''}
        aria-controls="finder-list"
        aria-activedescendant={items.length ? `finder-${index}` : undefined}
        aria-label={t`添加项目`}
        placeholder={t`项目或商品：名称、拼音首字母、条码；镜片后加度数，如 -3.25/-0.75`}
        autoComplete="off"
        value={text}
        onChange={(e) => (setText(e.target.value), setIndex(0))}
        onKeyDown={onKeyDown}
      />
      <kbd>F3</kbd>
      {searched !== '' && text !== '' && (
        <FinderList items={items} index={index} point={setIndex} pick={pick} none={busy ? t`正在查找…` : t`没有找到“${searched}”`} />
      )}
    </div>
  )
}

const FinderList = ({
  items,
  index,
  point,
  pick,
  none,
}: {
  items: readonly FinderItem[]
  index: number
  point: (i: number) => void
  pick: (line: FinderItem) => void
  none: string
}) => (
  <div id="finder-list" role="listbox" aria-label={t`添加项目`} className="finder-list">
    {items.map((line, i) => (
      <div
        key={`${line.fiid ?? 'p'}-${line.productId ?? ''}-${line.fgid ?? ''}`}
        id={`finder-${i}`}
        role="option"
        aria-selected={i === index}
        onMouseDown={(e) => (e.preventDefault(), pick(line))}
        onMouseMove={() => point(i)}
      >
        <span>
          {line.name}
          {line.note && <i> {line.note}</i>}
        </span>
        <small>{tr(kinds[line.kind] ?? '其他')}</small>
        <b className="num">{showMoney(line.price / 100)}</b>
      </div>
    ))}
    {items.length === 0 && <p className="none">{none}</p>}
  </div>
)

const feeLine = (f: FeeItem): FinderItem => ({
  fiid: f.fiid,
  name: f.name,
  price: Math.round(f.price * 100),
  listPrice: Math.round(f.price * 100),
  quantity: 1,
  discountable: f.discountable,
  unit: f.unit,
  kind: f.type,
  note: '',
})

/** A combo as a line. Its price is independent of the member's level. */
const comboLine = (g: FeeGroup): FinderItem => ({
  fgid: g.fgid,
  name: g.name,
  price: Math.round(g.packagePrice * 100),
  listPrice: Math.round(g.packagePrice * 100),
  quantity: 1,
  discountable: false,
  unit: null,
  kind: ChargeKind.combo,
  note: g.groupItems.map((i) => `${i.name}×${i.quantity}`).join(' '),
})

interface Goods {
  productId: number
  category: number
  brand: string | null
  name: string
  spec: string | null
  price: number
  unit: string | null
}
/** Goods as a line. A typed power applies to lenses and contact lenses. */
function goodsLine(g: Goods, power: { sph?: number; cyl?: number }): FinderItem {
  const powered = power.sph !== undefined && [3, 4, 8, 10].includes(g.category)
  const note = powered ? `${showDioptre(power.sph)}${power.cyl ? ` / ${showDioptre(power.cyl)}` : ''}` : ''
  return {
    productId: g.productId,
    name: [g.brand, g.name, g.spec].filter(Boolean).join(' '),
    price: Math.round(g.price * 100),
    listPrice: Math.round(g.price * 100),
    quantity: 1,
    discountable: true,
    unit: g.unit,
    kind: ChargeKind.goods + g.category,
    note,
    ...(powered ? { sph: power.sph!, ...(power.cyl === undefined ? {} : { cyl: power.cyl }) } : {}),
  }
}
