/**
 * What the check finds of an order while it is written: the cell is lit, the sentence stands below, with what mends it and a place for the
 * reason.
 */
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { trSentence, Dot, EyeTag, Key, Panel, Reason, t, tr, useKeys, type FormState } from '#kernel/web/index.ts'
import { fieldsOf, isReason, show, z } from '#kernel/contract/index.ts'
import { orderReasons } from '#modules/frame-orders/contract/check/confirm.ts'
import { pairParameters } from '../../contract/fields.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import type { OrderPreview } from '../../contract/preview.ts'
import type { LensOverride } from '../../contract/shapes.ts'
import { basesOf, reasonsIn } from './save.ts'
import { linkIn, type Previewed } from './usePreview.ts'

type Finding = OrderPreview['findings'][number]
const pairs = fieldsOf(z.object(pairParameters))
const valueIn = (seen: OrderPreview, field: string): unknown => new Map<string, unknown>(Object.entries(seen.said)).get(field)
const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

interface ToldProps {
  of: OrderKind
  form: FormState
  seen: Previewed | undefined
  /** The link whose parameters stand in the form already. */
  linked: string
}
export function Told({ of: kind, form, seen, linked }: ToldProps) {
  useTaken(kind, form, seen, linked)
  const found = seen?.findings ?? []
  useLit(form, found)
  const root = useRef<HTMLDivElement>(null)
  const position = useRef(-1)
  useKeys({
    F8: () => {
      const stops = [...(root.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
      if (!stops.length) return
      position.current = (position.current + 1) % stops.length
      const stop = stops[position.current]
      // Of a choice the input inside takes the keys.
      ;(stop?.querySelector<HTMLElement>('input') ?? stop)?.focus()
    },
  })
  if (!found.length) return null
  const reasons = reasonsIn(form.values.overrides)
  return (
    <div ref={root}>
      <Panel
        title={t`订单检查`}
        actions={
          <span className="hints">
            <Key>F8</Key> {t`下一条提示`}
          </span>
        }
      >
        {found.map((f) => (
          <One key={f.code} of={f} form={form} seen={seen} reasons={reasons} />
        ))}
      </Panel>
    </div>
  )
}
interface OneProps {
  of: Finding
  form: FormState
  seen: OrderPreview | undefined
  reasons: readonly LensOverride[]
}
function One({ of: f, form, seen, reasons }: OneProps) {
  const reason = reasons.find((r) => r.code === f.code)?.reason ?? ''
  const done = f.reason !== null || isReason(orderReasons, reason.trim())
  const eye = /O[ds]$/.exec(f.field)?.[0]
  const before = seen && valueIn(seen, f.field)
  const field = pairs[f.field]
  const mends = field && isFilled(before) && before !== form.values[f.field]
  const give = (text: string) =>
    form.set('overrides', [...reasons.filter((r) => r.code !== f.code), ...(text.trim() ? [{ code: f.code, reason: text }] : [])])
  return (
    <div className="order-found" role="status">
      <span>
        {eye && <EyeTag eye={eye === 'Od' ? 'od' : 'os'} />}{' '}
        <Dot tone={f.level === 'block' ? 'bad' : done ? 'ok' : 'warn'}>{trSentence(f.sentence)}</Dot>{' '}
        {f.reason !== null && <span className="soft">{f.reason}</span>}
      </span>
      {mends && <Button data-stop size="small" onClick={() => form.set(f.field, before)}>{t`改为 ${tr(show(field, before))}`}</Button>}
      {f.level === 'block' && !mends && <Button data-stop size="small" onClick={() => form.jump(f.field)}>{t`去修改`}</Button>}
      {f.level === 'warn' && f.reason === null && <Reason finding={f} reasons={orderReasons} value={reason} onChange={give} />}
    </div>
  )
}
/** Lights the cells something was found of; the grid draws them, what is found of them is the order's. */
function useLit({ root }: FormState, found: readonly Finding[]): void {
  useEffect(() => {
    const drawn = [...(root.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    const cells = found.flatMap((f) => {
      const cell = drawn.find((e) => e.dataset.field === f.field)?.closest('td')
      return cell ? [[cell, f.level] as const] : []
    })
    for (const [cell, level] of cells) cell.setAttribute('data-found', level)
    return () => {
      for (const [cell] of cells) cell.removeAttribute('data-found')
    }
  }, [root, found])
}
/** A source that speaks of one eye orders nothing for the other. */
const oneEyed = (values: ReadonlyArray<readonly [string, unknown]>) => {
  const [od, os] = (['Od', 'Os'] as const).map((side) => values.some(([name]) => name.endsWith(side)))
  if (od === os) return {}
  return od ? { numberOs: 0 } : { numberOd: 0 }
}
/** A link that is chosen fills both eyes with what it says, once. */
function useTaken(kind: OrderKind, form: FormState, seen: Previewed | undefined, linked: string): void {
  const taken = useRef(linked)
  const link = linkIn(form.values)
  const { setAll } = form
  const values = useRef(form.values)
  values.current = form.values
  useEffect(() => {
    if (!seen || seen.link !== link || link === taken.current || !link.replaceAll('|', '')) return
    const fitting = seen.fittingId === null ? {} : { fittingId: seen.fittingId }
    taken.current = linkIn({ ...values.current, ...fitting })
    const names = basesOf(kind).flatMap((base) => [`${base}Od`, `${base}Os`])
    const eyes = names.flatMap((name) => (isFilled(valueIn(seen, name)) ? [[name, valueIn(seen, name)] as const] : []))
    const goods = seen.productId === null ? {} : { productId: seen.productId, productOd: seen.productId, productOs: seen.productId }
    setAll({
      pid: seen.pid ?? undefined,
      rxLineId: seen.rxLineId ?? undefined,
      ...fitting,
      ...goods,
      ...oneEyed(eyes),
      ...Object.fromEntries(eyes),
    })
  }, [kind, seen, link, setAll])
}
