/** Editable prices next to existing ones; only changed ones are sent. */
import { InputNumber } from 'antd'
import { useState } from 'react'

/** Typed price in yuan by line id. */
export type TypedPrices = ReadonlyMap<number, number>
/** Typed prices, a setter (`null` reverts), and a reset. */
export function useTypedPrices(): [TypedPrices, (id: number, price: number | null) => void, (all: TypedPrices) => void] {
  const [typed, setTyped] = useState<TypedPrices>(new Map())
  const type = (id: number, price: number | null) =>
    setTyped((now) => {
      const next = new Map(now)
      if (price === null) next.delete(id)
      else next.set(id, price)
      return next
    })
  return [typed, type, setTyped]
}

export const PriceInput = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | null
  onChange: (price: number | null) => void
}) => <InputNumber size="small" min={0} max={10_000_000} precision={2} aria-label={label} value={value} onChange={onChange} />
