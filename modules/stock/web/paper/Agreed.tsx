/** Prices agreed after posting: what the supplier invoices, what a receiver is charged. */
import { InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { Money, Until, t, toast, useCall, useSend } from '#kernel/web/index.ts'
import { showPower } from '#modules/products/contract/range.ts'
import { stock } from '../../contract/endpoints.ts'
import type { PriceRecord } from '../../contract/papers.ts'

interface AgreedProps {
  paper: { stockinId: number } | { stockoutId: number }
  close: () => void
}
export function Agreed({ paper, close }: AgreedProps) {
  const inward = 'stockinId' in paper
  const get = stock[inward ? 'stockin.prices.get' : 'stockout.prices.get']
  const lines = useCall(get, { id: inward ? paper.stockinId : paper.stockoutId })
  const [typed, setTyped] = useState<ReadonlyMap<number, number>>(new Map())
  const done = { invalidates: [get], onSuccess: () => (toast(t`价格已登记`, 'ok'), close()) }
  const sendIn = useSend(stock['stockin.prices.create'], done)
  const sendOut = useSend(stock['stockout.prices.create'], done)
  const priceRecords = [...typed].map(([itemId, price]) => ({ itemId, price }))
  const save = () => ('stockinId' in paper ? sendIn.mutate({ ...paper, priceRecords }) : sendOut.mutate({ ...paper, priceRecords }))
  const difference = (l: PriceRecord) => Math.round(((typed.get(l.itemId) ?? l.price ?? l.posted) - l.posted) * l.quantity * 100) / 100
  return (
    <Modal
      title={t`核定价格`}
      open
      onCancel={close}
      onOk={save}
      okText={t`保存`}
      cancelText={t`取消`}
      okButtonProps={{ disabled: typed.size === 0, loading: sendIn.isPending || sendOut.isPending }}
      width={760}
    >
      <p className="soft" style={{ marginBottom: 10 }}>{t`发票或结算单上的单价。过账的成本不变，差额用于对账。`}</p>
      <Until of={lines}>
        <div className="lines-scroll">
          <table className="grid num">
            <thead>
              <tr>
                <th scope="col">{t`商品`}</th>
                <th scope="col" className="right">{t`数量`}</th>
                <th scope="col" className="right">{t`过账单价`}</th>
                <th scope="col" className="right">{t`核定单价`}</th>
                <th scope="col" className="right">{t`差额`}</th>
              </tr>
            </thead>
            <tbody>
              {lines.data?.map((l) => (
                <tr key={l.itemId}>
                  <td>
                    {l.productName} {showPower(l.sph, l.cyl, l.axis)}
                  </td>
                  <td className="right">{l.quantity}</td>
                  <td className="right">
                    <Money of={l.posted} />
                  </td>
                  <td className="right">
                    <InputNumber
                      size="small"
                      min={0}
                      max={10_000_000}
                      precision={2}
                      aria-label={t`${l.productName} 核定单价`}
                      value={typed.get(l.itemId) ?? l.price}
                      onChange={(v) =>
                        setTyped((now) => {
                          const next = new Map(now)
                          if (v === null) next.delete(l.itemId)
                          else next.set(l.itemId, v)
                          return next
                        })
                      }
                    />
                  </td>
                  <td className="right">
                    <Money of={difference(l)} />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td colSpan={4}>{t`合计`}</td>
                <td className="right">
                  <Money of={(lines.data ?? []).reduce((sum, l) => sum + difference(l), 0)} />
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
      </Until>
    </Modal>
  )
}
