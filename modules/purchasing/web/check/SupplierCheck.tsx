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

/** A supplier's statement beside the ledger: what differs first, each line taken as theirs or kept as ours by one key. */
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
          <Checked key={`${supplierId} ${from} ${to}`} of={{ hid, supplierId }} period={period} />
        ) : (
          <Empty text={t`选择供应商，查看本月往来或最近一张对账单`} />
        )}
      </div>
    </Screen>
  )
}

type Period = { start_date?: string; end_data?: string }
function Checked({ of, period }: { of: { hid: number; supplierId: number }; period: Period }) {
  const info = useCall(purchasing['supplier.reconciliation'], { ...of, ...period }, { live: ['stock', 'purchasing'] })
  return <Until of={info}>{info.data && <Statement of={info.data} />}</Until>
}

const invalidates = [purchasing['supplier.reconciliation'], purchasing['payment-order.list'], purchasing['payment-order.supplier']]

/** Taking a line as theirs (`accepted`) or keeping it as ours (`disputed`), with a reason where one is owed. */
function useDecide(of: Reconciliation): Say | undefined {
  const can = useCan()
  const decide = useSend(purchasing['supplier-statement.decide'], { invalidates })
  const id = of.statement?.statementId
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

function Statement({ of }: { of: Reconciliation }) {
  const different = of.list.filter((l) => l.finding !== findings.is.same)
  const [at, setAt] = useState(different[0]?.line)
  const [beside, setBeside] = useState(false)
  useEffect(() => {
    // Chromium answers a promise, which React would take for what cleans up.
    document.querySelector('.check-lines .here')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const place = different.findIndex((l) => l.line === at)
  const step = (by: number) => setAt(different[Math.min(Math.max(place + by, 0), different.length - 1)]?.line)
  const decide = useDecide(of)
  const say: Say | undefined =
    decide &&
    (async (line, state) => {
      const next = different[place + 1]?.line
      if ((await decide(line, state)) && state !== is.open && next) setAt(next)
    })
  const here = different[place]
  const press = (state: Parameters<Say>[1]) => () => void (here && say?.(here, state))
  useLetters({
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => setBeside(!beside),
    a: press(is.accepted),
    d: press(is.disputed),
    u: press(is.open),
  })
  return (
    <>
      <Bridge of={of} />
      <CheckLines of={of} at={at} setAt={setAt} beside={beside} {...(say ? { say } : {})} />
      <div className="check-foot">
        <span className="soft">
          <Key>↑</Key> <Key>↓</Key> {t`逐行`} <Key>a</Key> {t`接受，按对方`} <Key>d</Key> {t`争议，按我方`} <Key>Enter</Key> {t`三单并看`}{' '}
          <Key>u</Key> {t`撤销`}
        </span>
        {say && <Pay of={of} />}
      </div>
    </>
  )
}

/** What can be paid now, and the order for it. */
function Pay({ of }: { of: Reconciliation }) {
  const go = useGo()
  const settle = useSend(purchasing['supplier-statement.settle'], {
    invalidates,
    onSuccess: (p) => (toast(t`付款单 ${p.paymentNo} 已提交，等待审核`, 'ok'), go(`/contract/payment?payment=${p.id}`)),
  })
  const nothing = of.payableNow <= 0 && t`没有一致或已接受、还没付的行`
  return (
    <span>
      {t`有争议的 ${of.disputed.rows} 行只挡自己；现在可付`}{' '}
      <b>
        <Money of={of.payableNow} />
      </b>{' '}
      <Act
        type="primary"
        unless={nothing}
        loading={settle.isPending}
        onClick={() => of.statement && settle.mutate({ id: of.statement.statementId, planOn: today() })}
      >
        {t`生成付款单`}
      </Act>
    </span>
  )
}
