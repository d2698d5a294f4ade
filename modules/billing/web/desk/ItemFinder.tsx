/** One field that finds what is charged: fee items and goods by name, pinyin initials or bar code. ↑↓ and Enter, or the scanner. */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { showDioptre, showMoney } from '#kernel/contract/index.ts'
import { call, t, toast, tr, useCall, useScanner, useWho } from '#kernel/web/index.ts'
import { products } from '#modules/products/contract/endpoints.ts'
import { billing } from '../../contract/endpoints.ts'
import { kinds } from '../../contract/fields.ts'
import type { DeskLine } from './state.ts'

type Found = Omit<DeskLine, 'key'> & { kind: number; note: string }

/** Reads `… -3.25` or `… -3.25/-0.75` at the end of what was typed: the power of a lens. */
export function powerIn(text: string): { words: string; sph?: number; cyl?: number } {
  const found = /\s([+-]\d{1,2}(?:\.\d{1,2})?)(?:\s*\/\s*(-\d{1,2}(?:\.\d{1,2})?))?$/.exec(text)
  return found ? { words: text.slice(0, found.index).trim(), sph: Number(found[1]), ...(found[2] ? { cyl: Number(found[2]) } : {}) } : { words: text.trim() }
}

export function ItemFinder({ input, onPick }: { input: RefObject<HTMLInputElement | null>; onPick: (line: Omit<DeskLine, 'key'>) => void }) {
  const who = useWho()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [at, setAt] = useState(0)
  const power = powerIn(asked)
  useEffect(() => {
    const timer = setTimeout(() => (setAsked(text.trim()), setAt(0)), 180)
    return () => clearTimeout(timer)
  }, [text])
  const fees = useCall(billing['feeitem.items'], { hid: who.hid, status: 0, search: power.words, page_size: 8 }, { enabled: power.words !== '', keep: true })
  const goods = useCall(products['products.list'], { text: power.words, per_page: 8 }, { enabled: power.words !== '', keep: true })
  const found: Found[] = asked === '' ? [] : [
    ...(fees.data?.list ?? []).map((f): Found => ({ fiid: f.fiid, name: f.name, price: Math.round(f.price * 100), quantity: 1, discountable: f.discountable, unit: f.unit, kind: f.type, note: '' })),
    ...(goods.data?.list ?? []).filter((g) => g.status === 0).map((g): Found => goodsLine(g, power)),
  ]
  const pick = (line: Found | undefined) => {
    if (!line) return
    const { kind: _kind, note: _note, ...rest } = line
    onPick(rest)
    setText('')
    setAsked('')
    input.current?.focus()
  }
  useScanner((code) => {
    void call(products['products.list'], { text: code, per_page: 2 }).then(async ({ list }) => {
      const hit = list.find((g) => g.barCode === code)
      if (hit) return pick(goodsLine(hit, {}))
      const fee = (await call(billing['feeitem.items'], { hid: who.hid, status: 0, search: code, page_size: 2 })).list.find((f) => f.barCode === code)
      if (fee) return pick({ fiid: fee.fiid, name: fee.name, price: Math.round(fee.price * 100), quantity: 1, discountable: fee.discountable, kind: fee.type, note: '' })
      toast(t`没有条码为 ${code} 的项目或商品`, 'warn')
    }, () => undefined)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt((now) => Math.min(Math.max(now + (event.key === 'ArrowDown' ? 1 : -1), 0), Math.max(found.length - 1, 0)))
    } else if (event.key === 'Enter' && found.length) {
      event.preventDefault()
      pick(found[at])
    } else if (event.key === 'Escape' && text) {
      event.stopPropagation()
      setText('')
    }
  }
  const busy = fees.isFetching || goods.isFetching
  return (
    <div className="finder">
      <input ref={input} type="text" role="combobox" aria-expanded={found.length > 0} aria-controls="finder-list" aria-activedescendant={found.length ? `finder-${at}` : undefined} aria-label={t`添加项目`} placeholder={t`项目或商品：名称、拼音首字母、条码；镜片后加度数，如 -3.25/-0.75`} autoComplete="off" value={text} onChange={(e) => setText(e.target.value)} onKeyDown={onKeyDown} />
      <kbd>F3</kbd>
      {asked !== '' && (
        <ul id="finder-list" role="listbox" className="finder-list">
          {found.map((line, i) => (
            <li key={`${line.fiid ?? 'p'}-${line.productId ?? ''}`} id={`finder-${i}`} role="option" aria-selected={i === at} onMouseDown={(e) => (e.preventDefault(), pick(line))} onMouseEnter={() => setAt(i)}>
              <span>{line.name}{line.note && <i> {line.note}</i>}</span>
              <small>{tr(kinds[line.kind] ?? '其他')}</small>
              <b className="num">{showMoney(line.price / 100)}</b>
            </li>
          ))}
          {found.length === 0 && <li className="none">{busy ? t`正在查找…` : t`没有找到“${asked}”`}</li>}
        </ul>
      )}
    </div>
  )
}

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
  return { productId: g.productId, name: [g.brand, g.name, g.spec].filter(Boolean).join(' '), price: Math.round(g.price * 100), quantity: 1, discountable: true, unit: g.unit, kind: 100 + g.category, note, ...(powered ? { sph: power.sph!, ...(power.cyl === undefined ? {} : { cyl: power.cyl }) } : {}) }
}
