/** Giving items back: what exactly goes back and what is taken back is shown before anything happens. */
import { Button, Checkbox, Drawer, Input } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { t, toast, useSend, Act, type Why } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import type { FeeBillInfo } from '../../contract/shapes.ts'
import { itemsOf, type Choice } from './choice.ts'
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
  const [chosen, setChosen] = useState<Choice>({})
  const [goodsBack, setGoodsBack] = useState(true)
  const [consent, setConsent] = useState(false)
  const [reason, setReason] = useState('')
  const wanted = { fbid: info.feebill.fbid, items: itemsOf(chosen), goodsBack, reason }
  const said = useForecast(wanted)
  const send = useSend(billing['fee-bills.refund'], {
    invalidates: [billing['feebill.info'], billing['fee-bills.list'], billing['feebill.list']],
    onSuccess: (done) => (toast(t`已退费 ${showMoney(done.returned)}`, 'ok'), onClose()),
  })
  const goods = info.BillItemList.some((i) => i.issued === 'bill')
  const blocked =
    whyNot(said, wanted.items.length) ||
    (!reason.trim() && t`请填写退费原因`) ||
    (said.answer?.needsConsent && !consent && t`请先确认会员同意扣款`)
  return (
    <div className="refunding">
      <RefundLines info={info} chosen={chosen} onChange={setChosen} />
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
        <Said of={said} />
        {said.answer?.needsConsent && (
          <Checkbox
            checked={consent}
            onChange={(e) => setConsent(e.target.checked)}
          >{t`会员同意从退款中扣除 ${showMoney(said.answer.deducted)}`}</Checkbox>
        )}
      </section>
      <footer className="drawer-foot">
        <Button onClick={onClose}>{t`取消`}</Button>
        <Act type="primary" danger unless={blocked} loading={send.isPending} onClick={() => send.mutate({ ...wanted, consent })}>
          {said.answer ? t`退费 ${showMoney(said.answer.returned)}` : t`退费`}
        </Act>
      </footer>
    </div>
  )
}

/** Why nothing can be given back yet. */
const whyNot = ({ answer, wrong }: ReturnType<typeof useForecast>, lines: number): Why =>
  lines ? (answer ? undefined : (wrong ?? t`正在试算退费`)) : t`请先勾选要退的项目`

/** The forecast, why there is none, or how to get one. */
function Said({ of: { answer, wrong } }: { of: ReturnType<typeof useForecast> }) {
  if (wrong)
    return (
      <p className="bad" role="alert">
        {wrong}
      </p>
    )
  if (answer) return <Forecast answer={answer} />
  return <p className="soft">{t`勾选要退的项目，这里会先列出退给会员和收回的每一笔`}</p>
}
