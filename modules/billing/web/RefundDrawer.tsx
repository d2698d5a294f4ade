/** Giving items back: what exactly goes back and what is taken back is shown before anything happens. */
import { Button, Checkbox, Drawer, Input, InputNumber } from 'antd'
import { useEffect, useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { call, t, toast, tr, useSend, type CallFailed } from '#kernel/web/index.ts'
import { billing } from '../contract/endpoints.ts'
import { payWays } from '../contract/fields.ts'
import type { FeeBillInfo, RefundAnswer } from '../contract/shapes.ts'

interface Chosen {
  quantity: number
  /** Absent for a combo: the server says what its unused part is worth. */
  amount?: number
}
type Choice = Readonly<Record<number, Chosen>>

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
  const items = Object.entries(chosen).map(([biid, c]) => ({
    biid: Number(biid),
    ...(c.amount === undefined ? {} : { refundAmount: c.amount }),
    quantity: c.quantity,
  }))
  const wanted = { fbid: info.feebill.fbid, items, goodsBack, reason }
  const said = useForecast(wanted)
  const send = useSend(billing['fee-bills.refund'], {
    invalidates: [billing['feebill.info'], billing['fee-bills.list'], billing['feebill.list']],
    onSuccess: (done) => (toast(t`已退费 ${showMoney(done.returned)}`, 'ok'), onClose()),
  })
  const goods = info.BillItemList.some((i) => i.issued === 'bill')
  const blocked = !said.answer || !items.length || (said.answer.needsConsent && !consent)
  return (
    <div className="refunding">
      <Lines info={info} chosen={chosen} onChange={setChosen} />
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
        {said.wrong ? (
          <p className="bad" role="alert">
            {said.wrong}
          </p>
        ) : said.answer ? (
          <Forecast answer={said.answer} />
        ) : (
          <p className="soft">{t`勾选要退的项目，这里会先列出退给会员和收回的每一笔`}</p>
        )}
        {said.answer?.needsConsent && (
          <Checkbox
            checked={consent}
            onChange={(e) => setConsent(e.target.checked)}
          >{t`会员同意从退款中扣除 ${showMoney(said.answer.deducted)}`}</Checkbox>
        )}
      </section>
      <footer className="drawer-foot">
        <Button onClick={onClose}>{t`取消`}</Button>
        <Button type="primary" danger disabled={blocked} loading={send.isPending} onClick={() => send.mutate({ ...wanted, consent })}>
          {said.answer ? t`退费 ${showMoney(said.answer.returned)}` : t`退费`}
        </Button>
      </footer>
    </div>
  )
}

/** The lines with what is left of them; a ticked one goes back whole unless less is typed. */
function Lines({ info, chosen, onChange }: { info: FeeBillInfo; chosen: Choice; onChange: (c: Choice) => void }) {
  const rest = info.BillItemList.map((i) => ({
    ...i,
    left: Math.round((i.amount - i.refundedAmount) * 100) / 100,
    pieces: i.quantity - i.refundedQuantity,
  }))
  const put = (biid: number, c: Chosen | undefined) => {
    const { [biid]: _, ...others } = chosen
    onChange(c ? { ...others, [biid]: c } : others)
  }
  const whole = (i: (typeof rest)[number]): Chosen => (i.fgid !== null ? { quantity: i.pieces } : { quantity: i.pieces, amount: i.left })
  const open = rest.filter((i) => i.left > 0 || i.pieces > 0)
  const all = open.length > 0 && open.every((i) => chosen[i.biid])
  return (
    <table className="grid num">
      <thead>
        <tr>
          <th className="tick">
            <input
              type="checkbox"
              aria-label={t`全部`}
              checked={all}
              onChange={() => onChange(all ? {} : Object.fromEntries(open.map((i) => [i.biid, whole(i)])))}
            />
          </th>
          <th>{t`项目`}</th>
          <th className="right">{t`可退`}</th>
          <th className="right">{t`退回数量`}</th>
          <th className="right">{t`退费金额`}</th>
        </tr>
      </thead>
      <tbody>
        {rest.map((i) => {
          const c = chosen[i.biid]
          const none = i.left === 0 && i.pieces === 0
          return (
            <tr key={i.biid} className={none ? 'soft' : undefined}>
              <td className="tick">
                <input
                  type="checkbox"
                  aria-label={i.name}
                  disabled={none}
                  checked={Boolean(c)}
                  onChange={() => put(i.biid, c ? undefined : whole(i))}
                />
              </td>
              <td>{i.name}</td>
              <td className="right">{none ? t`已退完` : showMoney(i.left)}</td>
              <td className="right">
                {c && (
                  <InputNumber
                    size="small"
                    aria-label={t`${i.name} 退回数量`}
                    min={0}
                    max={i.pieces}
                    precision={0}
                    value={c.quantity}
                    onChange={(q) =>
                      put(
                        i.biid,
                        i.fgid !== null
                          ? { quantity: q ?? 0 }
                          : {
                              quantity: q ?? 0,
                              amount: (q ?? 0) >= i.pieces ? i.left : Math.floor((i.left * 100 * (q ?? 0)) / (i.pieces || 1)) / 100,
                            },
                      )
                    }
                  />
                )}
              </td>
              <td className="right">
                {c && i.fgid !== null && <span className="soft">{t`按未用部分`}</span>}
                {c?.amount !== undefined && (
                  <InputNumber
                    size="small"
                    aria-label={t`${i.name} 退费金额`}
                    min={0}
                    max={i.left}
                    precision={2}
                    prefix="¥"
                    value={c.amount}
                    onChange={(a) => put(i.biid, { ...c, amount: a ?? 0 })}
                  />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** What the server says the refund would do, asked anew whenever the choice changes. */
function useForecast(wanted: {
  fbid: number
  items: Array<{ biid: number; refundAmount?: number; quantity: number }>
  goodsBack: boolean
}): { answer?: RefundAnswer; wrong?: string } {
  const [said, setSaid] = useState<{ answer?: RefundAnswer; wrong?: string }>({})
  const key = JSON.stringify([wanted.fbid, wanted.items, wanted.goodsBack])
  useEffect(() => {
    const [fbid, items, goodsBack] = JSON.parse(key) as [number, typeof wanted.items, boolean]
    setSaid({})
    if (!items.length) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call(billing['fee-bills.refund'], { fbid, items, goodsBack, dryRun: true }, { signal: stop.signal, quiet: true }).then(
        (answer) => setSaid({ answer }),
        (error: CallFailed) => stop.signal.aborted || setSaid({ wrong: error.message }),
      )
    }, 200)
    return () => (clearTimeout(timer), stop.abort())
  }, [key])
  return said
}

const Forecast = ({ answer }: { answer: RefundAnswer }) => (
  <>
    <h3>{t`退给会员`}</h3>
    <ul className="num">
      {answer.ways.map((w) => (
        <li key={w.payWay}>
          <span>
            {tr(payWays[w.payWay])}
            {w.payWay === 5 && <small className="soft">{t`本金 ${showMoney(w.stored)}，赠金 ${showMoney(w.gift)}`}</small>}
          </span>
          <strong>{showMoney(w.amount)}</strong>
        </li>
      ))}
      {answer.pointsBack > 0 && (
        <li>
          <span>{t`退回抵扣的积分`}</span>
          <strong>{t`${answer.pointsBack} 分`}</strong>
        </li>
      )}
      {answer.coupons
        .filter((c) => c.back)
        .map((c) => (
          <li key={c.id}>
            <span>{t`卡券退回：${c.name}`}</span>
            <strong>{c.amount > 0 ? showMoney(c.amount) : t`可再用`}</strong>
          </li>
        ))}
      {answer.coupons
        .filter((c) => !c.back)
        .map((c) => (
          <li key={c.id} className="warn">
            <span>{t`${c.name} 不退回：整单退费时才退回`}</span>
            <strong>{t`不退`}</strong>
          </li>
        ))}
    </ul>
    {(answer.pointsTaken > 0 ||
      answer.sessions.length > 0 ||
      answer.rewardTaken > 0 ||
      answer.pointsShort > 0 ||
      answer.items.some((i) => i.stockBack)) && <h3>{t`收回`}</h3>}
    <ul className="num">
      {answer.pointsTaken > 0 && (
        <li>
          <span>{t`收回消费获得的积分`}</span>
          <strong>{t`${answer.pointsTaken} 分`}</strong>
        </li>
      )}
      {answer.pointsShort > 0 && (
        <li className="warn">
          <span>{t`已用掉 ${answer.pointsShort} 分，从退款中扣除`}</span>
          <strong>{showMoney(answer.deducted)}</strong>
        </li>
      )}
      {answer.sessions.map((x, i) => (
        <li key={`s${i}`}>
          <span>{t`收回套餐：${x.name}`}</span>
          <strong>×{x.quantity}</strong>
        </li>
      ))}
      {answer.rewardTaken > 0 && (
        <li>
          <span>{t`收回推荐奖励`}</span>
          <strong>{t`${answer.rewardTaken} 分`}</strong>
        </li>
      )}
      {answer.items
        .filter((i) => i.stockBack)
        .map((i) => (
          <li key={i.biid}>
            <span>{t`退回库存：${i.name}`}</span>
            <strong>×{i.quantity}</strong>
          </li>
        ))}
    </ul>
    <p className="forecast-sum num">
      <span>{t`实退`}</span>
      <strong>{showMoney(answer.returned)}</strong>
    </p>
  </>
)
