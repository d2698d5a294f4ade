import { Button } from 'antd'
import { FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  Act,
  Can,
  DateRange,
  Empty,
  Key,
  Money,
  Screen,
  Until,
  confirm,
  t,
  toast,
  today,
  useCall,
  useCan,
  useGo,
  useLetters,
  useSearch,
  useSend,
  useWho,
} from '#kernel/web/index.ts'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { purchasing } from '../../contract/endpoints.ts'
import type { Reconciliation } from '../../contract/shapes.statements.ts'
import { findings, lineStates } from '../../contract/states.ts'
import { Bridge } from './Bridge.tsx'
import { CheckLines, type Say } from './CheckLines.tsx'
import '../purchasing.css'

const { is } = lineStates

/** Reconciliation of a supplier's statement: differences first, each accepted or disputed by one key. */
export default function SupplierCheck() {
  const { hid } = useWho()
  const go = useGo()
  const [search, setSearch] = useSearch()
  const supplierId = Number(search.supplierId) || undefined
  const [from, to] = [search.start_date, search.end_data]
  const period = from && to ? { start_date: from, end_data: to } : {}
  return (
    <Screen
      actions={
        <Can code="payorder:edit">
          <Button
            type="primary"
            icon={<FileUp size={14} />}
            onClick={() => go(`/contract/supplier-check/file${supplierId ? `?supplierId=${supplierId}` : ''}`)}
          >
            {t`导入对账单`}
          </Button>
        </Can>
      }
    >
      <div className="check">
        <div className="check-bar">
          <div className="choose">
            <label className="sr" htmlFor="check-supplier">{t`供应商`}</label>
            <SupplierPicker
              id="check-supplier"
              chosen={supplierId}
              onChange={(id) => setSearch({ supplierId: id, start_date: undefined, end_data: undefined })}
            />
          </div>
          {supplierId && (
            <DateRange
              label={t`账期`}
              from={from || undefined}
              to={to || undefined}
              onChange={(start, end) => setSearch({ start_date: start, end_data: end })}
            />
          )}
        </div>
        {supplierId ? (
          <Checked key={`${supplierId} ${from} ${to}`} account={{ hid, supplierId }} period={period} />
        ) : (
          <Empty text={t`选择供应商，查看本月往来或最近一张对账单`} />
        )}
      </div>
    </Screen>
  )
}

type Period = { start_date?: string; end_data?: string }
function Checked({ account, period }: { account: { hid: number; supplierId: number }; period: Period }) {
  const info = useCall(purchasing['supplier.reconciliation'], { ...account, ...period }, { live: ['stock', 'purchasing'] })
  return <Until of={info}>{info.data && <Statement reconciliation={info.data} />}</Until>
}

const invalidates = [purchasing['supplier.reconciliation'], purchasing['payment-order.list'], purchasing['payment-order.supplier']]

/** Accepts (`accepted`) or disputes (`disputed`) a line, with a reason where required. */
function useDecide(reconciliation: Reconciliation): Say | undefined {
  const can = useCan()
  const decide = useSend(purchasing['supplier-statement.decide'], { invalidates })
  const id = reconciliation.statement?.statementId
  if (id === undefined || !can('payorder:edit')) return undefined
  return async (line, state) => {
    if (line.state === is.settled) return false
    const needed = state === is.disputed || (state === is.accepted && findings.in.theirsAlone.includes(line.finding))
    const title = state === is.disputed ? t`争议` : t`接受`
    const note = needed ? await confirm({ title, message: line.basis ?? line.goods, reason: { label: t`原因`, required: true } }) : true
    if (note === false) return false
    decide.mutate({ id, line: line.line, difference: line.difference, state, ...(typeof note === 'string' ? { note } : {}) })
    return true
  }
}

function Statement({ reconciliation }: { reconciliation: Reconciliation }) {
  const different = reconciliation.list.filter((l) => l.finding !== findings.is.same)
  const [current, setCurrent] = useState(different[0]?.line)
  const [details, setBeside] = useState(false)
  useEffect(() => {
    // In Chromium scrollIntoView may return a promise, which React would take for a clean-up function.
    document.querySelector('.check-lines .here')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const place = different.findIndex((l) => l.line === current)
  const step = (by: number) => setCurrent(different[Math.min(Math.max(place + by, 0), different.length - 1)]?.line)
  const decide = useDecide(reconciliation)
  const say: Say | undefined =
    decide &&
    (async (line, state) => {
      const next = different[place + 1]?.line
      if ((await decide(line, state)) && state !== is.open && next) setCurrent(next)
    })
  const currentLine = different[place]
  const press = (state: Parameters<Say>[1]) => () => void (currentLine && say?.(currentLine, state))
  useLetters({
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => setBeside(!details),
    a: press(is.accepted),
    d: press(is.disputed),
    u: press(is.open),
  })
  return (
    <>
      <Bridge totals={reconciliation} />
      <CheckLines reconciliation={reconciliation} current={current} setAt={setCurrent} details={details} {...(say ? { say } : {})} />
      <div className="check-foot">
        <span className="soft">
          <Key>↑</Key> <Key>↓</Key> {t`逐行`} <Key>a</Key> {t`接受，按对方`} <Key>d</Key> {t`争议，按我方`} <Key>Enter</Key> {t`三单并看`}{' '}
          <Key>u</Key> {t`撤销`}
        </span>
        {say && <Pay reconciliation={reconciliation} />}
      </div>
    </>
  )
}

/** The amount payable now, and its payment order. */
function Pay({ reconciliation }: { reconciliation: Reconciliation }) {
  const go = useGo()
  const settle = useSend(purchasing['supplier-statement.settle'], {
    invalidates,
    onSuccess: (p) => (toast(t`付款单 ${p.paymentNo} 已提交，等待审核`, 'ok'), go(`/contract/payment?payment=${p.id}`)),
  })
  const nothing = reconciliation.payableNow <= 0 && t`没有一致或已接受、还没付的行`
  return (
    <span>
      {t`有争议的 ${reconciliation.disputed.rows} 行只挡自己；现在可付`}{' '}
      <b>
        <Money of={reconciliation.payableNow} />
      </b>{' '}
      <Act
        type="primary"
        unless={nothing}
        loading={settle.isPending}
        onClick={() => reconciliation.statement && settle.mutate({ id: reconciliation.statement.statementId, planOn: today() })}
      >
        {t`生成付款单`}
      </Act>
    </span>
  )
}
