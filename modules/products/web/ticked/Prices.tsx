/** New prices for the ticked products, individually or by a factor. */
import '../products.css'
import { InputNumber, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { Money, Rows, t, toast, useSend, unless } from '#kernel/web/index.ts'
import { products } from '../../contract/endpoints.ts'
import type { Product } from '../../contract/shapes.ts'
import { PriceInput, useTypedPrices } from '../TypedPrice.tsx'

/** Rounds to 0.1 yuan, as on price labels. */
const byFactor = (price: number, percent: number): number => Math.round((price * percent) / 10) / 10

export function Prices({ ticked, close }: { ticked: { rows: Product[]; clear: () => void } | undefined; close: () => void }) {
  const [prices, setPrice, setPrices] = useTypedPrices()
  const [factor, setFactor] = useState<number | null>(null)
  useEffect(() => (setPrices(new Map()), setFactor(null)), [ticked, setPrices])
  const send = useSend(products['product.price-setting'], {
    invalidates: [products['products.list']],
    onSuccess: ({ changed }) => (toast(t`已修改 ${changed} 个商品的价格`, 'ok'), ticked?.clear(), close()),
  })
  const apply = (percent: number | null) => {
    setFactor(percent)
    setPrices(new Map(percent === null ? [] : (ticked?.rows ?? []).map((p) => [p.productId, byFactor(p.price, percent)])))
  }
  const list = [...prices].map(([productId, price]) => ({ productId, price }))
  return (
    <Modal
      title={t`调整 ${ticked?.rows.length ?? 0} 个商品的零售价`}
      open={ticked !== undefined}
      onCancel={close}
      onOk={() => send.mutate({ list })}
      okButtonProps={{ loading: send.isPending, ...unless(list.length === 0 && t`还没有改价`) }}
      okText={t`保存`}
      cancelText={t`取消`}
      width={640}
      destroyOnHidden
    >
      <p>
        <label>
          {t`全部调整为原价的`} <InputNumber size="small" min={1} max={1000} value={factor} onChange={apply} aria-label={t`百分比`} /> %
        </label>
      </p>
      <div className="price-list">
        <Rows
          rows={ticked?.rows ?? []}
          rowKey={(p) => p.productId}
          columns={[
            { title: t`商品`, cell: (p) => p.name },
            { title: t`现价`, right: true, cell: (p) => <Money of={p.price} /> },
            {
              title: t`新价`,
              right: true,
              cell: (p) => (
                <PriceInput label={t`${p.name} 新价`} value={prices.get(p.productId) ?? null} onChange={(v) => setPrice(p.productId, v)} />
              ),
            },
          ]}
        />
      </div>
    </Modal>
  )
}
