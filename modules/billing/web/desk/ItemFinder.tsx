/** One field that finds what is charged: fee items and goods by name, pinyin initials or bar code. ↑↓ and Enter, or the scanner. */
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

type Found = Omit<DeskLine, 'key'> & { kind: number; note: string }

/** Reads `… -3.25` or `… -3.25/-0.75` at the end of what was typed: the power of a lens. */
function powerIn(text: string): { words: string; sph?: number; cyl?: number } {
  const found = /\s([+-]\d{1,2}(?:\.\d{1,2})?)(?:\s*\/\s*(-\d{1,2}(?:\.\d{1,2})?))?$/.exec(text)
  return found
    ? { words: text.slice(0, found.index).trim(), sph: Number(found[1]), ...(found[2] ? { cyl: Number(found[2]) } : {}) }
    : { words: text.trim() }
}

interface Finding {
  found: Found[]
  /** What the list answers to; empty while nothing is asked. */
  asked: string
  busy: boolean
}
/** Fee items and goods that fit what is typed, a moment after the last key. */
function useFound(text: string): Finding {
  const who = useWho()
  const asked = useSettled(text.trim(), text ? 160 : 0)
  const power = powerIn(asked)
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
  const found =
    asked === ''
      ? []
      : [
          ...(combos.data?.list ?? []).map(comboLine),
          ...(fees.data?.list ?? []).map(feeLine),
          ...(goods.data?.list ?? []).filter((g) => g.status === onSale.is.on).map((g) => goodsLine(g, power)),
        ]
  return { found, asked, busy: fees.isFetching || goods.isFetching || combos.isFetching }
}

/** What usually goes with the items of the bill and is not in it yet: one key each. */
export function GoesWith({ lines, onPick }: { lines: readonly DeskLine[]; onPick: (line: Omit<DeskLine, 'key'>) => void }) {
  const { hid } = useWho()
  const { data } = useCall(billing['feeitem.projects'], { hid }, { stale: 300_000 })
  const held = new Set(lines.map((l) => l.fiid))
  const wanted = new Map((data ?? []).filter((i) => held.has(i.fiid)).flatMap((i) => i.projects.map((p) => [p.fiid, p] as const)))
  const missing = [...wanted.values()].filter((p) => !held.has(p.fiid))
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
const bare = ({ kind: _kind, note: _note, ...line }: Found): Omit<DeskLine, 'key'> => line

/** The thing with a bar code: goods first, then fee items. */
async function byBarCode(hid: number, code: string): Promise<Found | undefined> {
  const { list } = await call(products['products.list'], { text: code, per_page: 2 })
  const goods = list.find((g) => g.barCode === code)
  if (goods) return goodsLine(goods, {})
  const fee = (await call(billing['feeitem.items'], { hid, status: inUse.is.on, search: code, page_size: 2 })).list.find(
    (f) => f.barCode === code,
  )
  return fee && feeLine(fee)
}

/** Kind of a line of spectacle lenses. */
const LENS = 103
/** A lens at the price of its power. */
async function pricedByPower({ productId = 0, ...line }: Found): Promise<Omit<DeskLine, 'key'>> {
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
  const [at, setAt] = useState(0)
  const { found, asked, busy } = useFound(text)
  const pick = (line: Found | undefined) => {
    if (!line) return
    // A power without a price is told by the catalogue, and nothing is added.
    if (line.kind === LENS && line.productId !== undefined && line.sph != null) pricedByPower(line).then(onPick, () => undefined)
    else onPick(bare(line))
    setText('')
    setAt(0)
    input.current?.focus()
  }
  useScanner((code) => {
    // A failed call is told by the catalogue.
    byBarCode(hid, code).then(
      (line) => (line ? pick(line) : toast(t`没有条码为 ${code} 的项目或商品`, 'warn')),
      () => undefined,
    )
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, Math.max(found.length - 1, 0)))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && found.length && asked === text.trim()) pick(found[at])
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
        aria-expanded={asked !== ''}
        aria-controls="finder-list"
        aria-activedescendant={found.length ? `finder-${at}` : undefined}
        aria-label={t`添加项目`}
        placeholder={t`项目或商品：名称、拼音首字母、条码；镜片后加度数，如 -3.25/-0.75`}
        autoComplete="off"
        value={text}
        onChange={(e) => (setText(e.target.value), setAt(0))}
        onKeyDown={onKeyDown}
      />
      <kbd>F3</kbd>
      {asked !== '' && text !== '' && (
        <FoundList found={found} at={at} point={setAt} pick={pick} none={busy ? t`正在查找…` : t`没有找到“${asked}”`} />
      )}
    </div>
  )
}

const FoundList = ({
  found,
  at,
  point,
  pick,
  none,
}: {
  found: readonly Found[]
  at: number
  point: (i: number) => void
  pick: (line: Found) => void
  none: string
}) => (
  <div id="finder-list" role="listbox" aria-label={t`添加项目`} className="finder-list">
    {found.map((line, i) => (
      <div
        key={`${line.fiid ?? 'p'}-${line.productId ?? ''}-${line.fgid ?? ''}`}
        id={`finder-${i}`}
        role="option"
        aria-selected={i === at}
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
    {found.length === 0 && <p className="none">{none}</p>}
  </div>
)

const feeLine = (f: FeeItem): Found => ({
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

/** A combo as a line: its price stands, whatever the member's level. */
const comboLine = (g: FeeGroup): Found => ({
  fgid: g.fgid,
  name: g.name,
  price: Math.round(g.packagePrice * 100),
  listPrice: Math.round(g.packagePrice * 100),
  quantity: 1,
  discountable: false,
  unit: null,
  kind: 190,
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
/** Goods as a line; a typed power goes with lenses and contact lenses. */
function goodsLine(g: Goods, power: { sph?: number; cyl?: number }): Found {
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
    kind: 100 + g.category,
    note,
    ...(powered ? { sph: power.sph!, ...(power.cyl === undefined ? {} : { cyl: power.cyl }) } : {}),
  }
}
