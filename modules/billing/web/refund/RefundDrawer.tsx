/** Refunds items. The exact effects are shown before anything happens. */
import { Button, Checkbox, Drawer, Input } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { t, toast, useSend, Act, type DisabledReason } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import type { FeeBillInfo } from '../../contract/shapes.ts'
import { itemsOf, type RefundChoice } from './choice.ts'
import { Forecast, useForecast } from './Forecast.tsx'
import { RefundLines } from './RefundLines.tsx'

export function RefundDrawer({ info, open, onClose }: { info: FeeBillInfo; open: boolean; onClose: () => void }) {
  return (
    <Drawer open={open} onClose={onClose} title={t`退费 ${info.feebill.billNo}`} size={620} destroyOnHidden>
      {open && <Refunding info={info} onClose={onClose} />}
    </Drawer>
  )
}

function Refunding({ info, onClose }: { info: FeeBillInfo; onClose: () => void }) {
  const [choice, setChosen] = useState<RefundChoice>({})
  const [goodsBack, setGoodsBack] = useState(true)
  const [consent, setConsent] = useState(false)
  const [reason, setReason] = useState('')
  const request = { fbid: info.feebill.fbid, items: itemsOf(choice), goodsBack, reason }
  const forecast = useForecast(request)
  const send = useSend(billing['fee-bills.refund'], {
    invalidates: [billing['feebill.info'], billing['fee-bills.list'], billing['feebill.list']],
    onSuccess: (refunded) => (toast(t`已退费 ${showMoney(refunded.returned)}`, 'ok'), onClose()),
  })
  const goods = info.BillItemList.some((i) => i.issued === 'bill')
  const blocked =
    blockedReason(forecast, request.items.length) ||
    (!reason.trim() && t`请填写退费原因`) ||
    (forecast.answer?.needsConsent && !consent && t`请先确认会员同意扣款`)
  return (
    <div className="refunding">
      <RefundLines info={info} chosen={choice} onChange={setChosen} />
      {goods && <Checkbox checked={goodsBack} onChange={(e) => setGoodsBack(e.target.checked)}>{t`商品退回库存（损坏的不退回）`}</Checkbox>}
      <Input.TextArea
        aria-label={t`退费原因`}
        placeholder={t`退费原因`}
        maxLength={200}
        autoSize={{ minRows: 2 }}
        value={reason}
        onChange={(e) => setReason(e.target.value)}
      />
      <section className="forecast" aria-live="polite">
        <ForecastPanel forecast={forecast} />
        {forecast.answer?.needsConsent && (
          <Checkbox
            checked={consent}
            onChange={(e) => setConsent(e.target.checked)}
          >{t`会员同意从退款中扣除 ${showMoney(forecast.answer.deducted)}`}</Checkbox>
        )}
      </section>
      <footer className="drawer-foot">
        <Button onClick={onClose}>{t`取消`}</Button>
        <Act type="primary" danger unless={blocked} loading={send.isPending} onClick={() => send.mutate({ ...request, consent })}>
          {forecast.answer ? t`退费 ${showMoney(forecast.answer.returned)}` : t`退费`}
        </Act>
      </footer>
    </div>
  )
}

/** Why the refund cannot be made yet. */
const blockedReason = ({ answer, wrong }: ReturnType<typeof useForecast>, lines: number): DisabledReason =>
  lines ? (answer ? undefined : (wrong ?? t`正在试算退费`)) : t`请先勾选要退的项目`

/** The forecast, the reason there is none, or a hint how to get one. */
function ForecastPanel({ forecast: { answer, wrong } }: { forecast: ReturnType<typeof useForecast> }) {
  if (wrong)
    return (
      <p className="bad" role="alert">
        {wrong}
      </p>
    )
  if (answer) return <Forecast answer={answer} />
  return <p className="soft">{t`勾选要退的项目，这里会先列出退给会员和收回的每一笔`}</p>
}
