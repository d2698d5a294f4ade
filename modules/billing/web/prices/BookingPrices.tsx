/** Expected cost of a visit, shown while booking: fee items and their sum. */
import { Select } from 'antd'
import { useId, useState } from 'react'
import { emptyDefaults, inUse, showMoney } from '#kernel/contract/index.ts'
import { byName, Money, t, useCall, useWho } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import { bookableTypes } from '../../contract/fields.ts'

export default function BookingPrices({ note }: { note: (plan: string | undefined) => void }) {
  const { hid } = useWho()
  const id = useId()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const items = useCall(
    billing['feeitem.items'],
    { hid, status: inUse.is.on, type: [...bookableTypes], page_size: 0 },
    { stale: 60_000, fallback: emptyDefaults.list },
  )
  const list = items.data?.list ?? []
  const sumOf = (fiids: readonly number[]) =>
    list.reduce((sum, item) => sum + (fiids.includes(item.fiid) ? Math.round(item.price * 100) : 0), 0) / 100
  const choose = (fiids: number[]) => {
    setChosen(fiids)
    const names = list.filter((item) => fiids.includes(item.fiid)).map((item) => item.name)
    note(names.length ? `${names.join('、')} ${showMoney(sumOf(fiids))}` : undefined)
  }
  return (
    <div className="booking-prices">
      <label htmlFor={id}>{t`预计收费`}</label>
      <Select
        id={id}
        mode="multiple"
        showSearch={byName}
        style={{ width: '100%' }}
        placeholder={t`告诉来电者大约多少钱；写进备注`}
        value={[...chosen]}
        options={list.map((item) => ({ value: item.fiid, label: `${item.name} ${showMoney(item.price)}` }))}
        onChange={choose}
      />
      {chosen.length > 0 && (
        <strong className="num" aria-live="polite">
          <Money of={sumOf(chosen)} />
        </strong>
      )}
    </div>
  )
}
