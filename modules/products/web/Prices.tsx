/** New prices for the products ticked: one by one, or all by the same factor. */
import './products.css'
import { InputNumber, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { Money, t, toast, useSend } from '#kernel/web/index.ts'
import { products } from '../contract/endpoints.ts'
import type { Product } from '../contract/shapes.ts'

export function Prices({ of, close }: { of: { rows: Product[]; clear: () => void } | undefined; close: () => void }) {
  const [prices, setPrices] = useState<ReadonlyMap<number, number>>(new Map())
  const [factor, setFactor] = useState<number | null>(null)
  useEffect(() => (setPrices(new Map()), setFactor(null)), [of])
  const send = useSend(products['product.price-setting'], {
    invalidates: [products['products.list']],
    onSuccess: ({ changed }) => (toast(t`已修改 ${changed} 个商品的价格`, 'ok'), of?.clear(), close()),
  })
  const apply = (percent: number | null) => {
    setFactor(percent)
    // Rounded to 0.1 yuan, as prices on labels are.
    setPrices(new Map(percent === null ? [] : (of?.rows ?? []).map((p) => [p.productId, Math.round((p.price * percent) / 10) / 10])))
  }
  const list = [...prices].map(([productId, price]) => ({ productId, price }))
  return (
    <Modal
      title={t`调整 ${of?.rows.length ?? 0} 个商品的零售价`}
      open={of !== undefined}
      onCancel={close}
      onOk={() => send.mutate({ list })}
      okButtonProps={{ disabled: list.length === 0, loading: send.isPending }}
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
        <table className="grid num">
          <thead>
            <tr>
              <th scope="col">{t`商品`}</th>
              <th scope="col" className="right">{t`现价`}</th>
              <th scope="col" className="right">{t`新价`}</th>
            </tr>
          </thead>
          <tbody>
            {of?.rows.map((p) => (
              <tr key={p.productId}>
                <td>{p.name}</td>
                <td className="right">
                  <Money of={p.price} />
                </td>
                <td className="right">
                  <InputNumber
                    size="small"
                    min={0}
                    max={10_000_000}
                    precision={2}
                    aria-label={t`${p.name} 新价`}
                    value={prices.get(p.productId) ?? null}
                    onChange={(v) =>
                      setPrices((now) => {
                        const next = new Map(now)
                        if (v === null) next.delete(p.productId)
                        else next.set(p.productId, v)
                        return next
                      })
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  )
}
