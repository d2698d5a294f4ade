/** The next step of a job, by its stage. */
import { Button, Checkbox, Input } from 'antd'
import { useState, type ComponentType } from 'react'
import type { StateOf } from '#kernel/contract/index.ts'
import { Can, Dot, EyeGrid, Form, Panel, t, useCan, useGo, useSend, tr, Act, type Values } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { wordOf } from '#kernel/contract/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { Measured, type FrameOrderInfo } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'
import { ChooseGoods } from './ChooseGoods.tsx'
import { JudgedTable } from './JudgedTable.tsx'
import { SignaturePad } from './SignaturePad.tsx'

type Props = { order: FrameOrderInfo }

const { is } = frameOrder
const panels = {
  [is.choosing]: ChooseGoods,
  [is.billed]: Unpaid,
  [is.awaitingGoods]: Waiting,
  [is.inspecting]: Initial,
  [is.processing]: Processing,
  [is.outsourced]: Outside,
  [is.finalInspection]: Final,
  [is.unqualified]: Unqualified,
  [is.ready]: PickUp,
  [is.sent]: PickUp,
  [is.collected]: Collected,
  [is.afterSales]: Collected,
  [is.cancelled]: null,
  [is.returned]: null,
} satisfies Record<StateOf<typeof frameOrder>, ComponentType<Props> | null>

export function StagePanel({ order }: Props) {
  const Stage = panels[order.status]
  return Stage && <Stage order={order} />
}

function Collected({ order }: Props) {
  return (
    <Panel title={tr(wordOf(frameOrder, order.status))} className="stage">
      <p>
        {order.receiver} {order.pickedAt?.slice(0, 16)}
      </p>
      {order.signature && (
        <svg className="signature" viewBox="0 0 300 100" role="img" aria-label={t`签名`}>
          <path d={order.signature} />
        </svg>
      )}
    </Panel>
  )
}

function Unpaid({ order }: Props) {
  const go = useGo()
  const [again, setAgain] = useState(false)
  if (again) return <ChooseGoods order={order} />
  return (
    <Panel title={tr(wordOf(frameOrder, order.status))} className="stage">
      <p>{t`收费后有库存的商品自动出库，订单进入初检；缺货的等待来料。`}</p>
      <div className="stage-actions">
        {order.fbid !== null && (
          <Can code="feebill:confirm">
            <Button type="primary" onClick={() => go(`/medical/fee-edit/${order.fbid}`)}>{t`去收费`}</Button>
          </Can>
        )}
        <Can code="frame:edit">
          <Button onClick={() => setAgain(true)}>{t`重新选择商品`}</Button>
        </Can>
      </div>
    </Panel>
  )
}

function Waiting({ order }: Props) {
  const goods = useSend(frameOrders['frame.goods'])
  const [batchNo, setBatchNo] = useState('')
  const due = order.items.filter((i) => i.source === 'order' && !i.issued)
  return (
    <Panel title={t`来料收货`} className="stage">
      <p>{due.length ? t`等待：${due.map((i) => i.name).join('，')}` : t`商品已齐。`}</p>
      <Can code="frame:goods">
        <div className="stage-actions">
          <Input
            aria-label={t`镜片批号`}
            placeholder={t`镜片批号（扫码）`}
            style={{ width: 220 }}
            value={batchNo}
            onChange={(e) => setBatchNo(e.target.value)}
          />
          <Button
            type="primary"
            loading={goods.isPending}
            onClick={() => goods.mutate({ id: order.recordFrameId, batchNo: batchNo || null })}
          >{t`确认到货`}</Button>
        </div>
      </Can>
    </Panel>
  )
}

const CHECKS = ['镜片度数与订单一致', '膜层与折射率一致', '直径足够', '包装与标识完好', '镜架完好'] as const
function Initial({ order }: Props) {
  const process = useSend(frameOrders['frame.processing'])
  const [checks, setChecks] = useState<string[]>([])
  const labels = {
    镜片度数与订单一致: t`镜片度数与订单一致`,
    膜层与折射率一致: t`膜层与折射率一致`,
    直径足够: t`直径足够`,
    包装与标识完好: t`包装与标识完好`,
    镜架完好: t`镜架完好`,
  }
  const unchecked = checks.length < CHECKS.length && t`还有 ${CHECKS.length - checks.length} 项未勾选`
  return (
    <Panel title={t`初检`} className="stage">
      <Checkbox.Group
        value={checks}
        onChange={(v) => setChecks(v as string[])}
        options={CHECKS.map((value) => ({ value, label: labels[value] }))}
        style={{ display: 'grid', gap: 6 }}
      />
      <Can code="frame:inspect">
        <div className="stage-actions">
          <Act
            type="primary"
            unless={unchecked}
            loading={process.isPending}
            onClick={() => process.mutate({ id: order.recordFrameId, checks, external: false })}
          >{t`初检合格，开始加工`}</Act>
          <Act unless={unchecked} onClick={() => process.mutate({ id: order.recordFrameId, checks, external: true })}>
            {tr(frameOrder.moves.external.label)}
          </Act>
          {unchecked && <Dot tone="warn">{unchecked}</Dot>}
        </div>
      </Can>
      <Reject order={order} />
    </Panel>
  )
}

function Processing({ order }: Props) {
  const status = useSend(frameOrders['frame.status'])
  return (
    <Panel title={t`加工`} className="stage">
      <p>{t`磨边装配完成后交终检。`}</p>
      <Can code="frame:process">
        <Button
          type="primary"
          loading={status.isPending}
          onClick={() => status.mutate({ id: order.recordFrameId, status: is.finalInspection })}
        >{t`加工完成`}</Button>
      </Can>
      <Reject order={order} />
    </Panel>
  )
}
function Outside({ order }: Props) {
  const back = useSend(frameOrders['frame.processing-external'])
  return (
    <Panel title={tr(wordOf(frameOrder, order.status))} className="stage">
      <p>{order.lab ?? ''}</p>
      <Can code="frame:process">
        <Button
          type="primary"
          loading={back.isPending}
          onClick={() => back.mutate({ id: order.recordFrameId })}
        >{t`委外收回，交终检`}</Button>
      </Can>
    </Panel>
  )
}

/** Final inspection: lensmeter values, right eye first, judged before they are saved. */
function Final({ order }: Props) {
  const [value, setValue] = useState<Values>({ pdOd: order.pdOd, pdOs: order.pdOs })
  const [shelf, setShelf] = useState('')
  const [concession, setConcession] = useState('')
  const judge = useSend(frameOrders['frame.judge'])
  const status = useSend(frameOrders['frame.status'])
  const parsed = Measured.safeParse({
    axOd: null,
    axOs: null,
    addOd: null,
    addOs: null,
    pdOd: null,
    pdOs: null,
    phOd: null,
    phOs: null,
    ...value,
  })
  const measured = parsed.success ? parsed.data : undefined
  const change = (patch: Readonly<Record<string, unknown>>) => {
    const next = { ...value, ...patch }
    setValue(next)
    judge.reset()
  }
  const send = (extra: object) =>
    measured && status.mutate({ id: order.recordFrameId, status: is.ready, measured, shelf: shelf || null, ...extra })
  const ordered = Object.fromEntries(
    (['Od', 'Os'] as const).flatMap((s) => (['ds', 'dc', 'ax', 'add', 'pd', 'ph'] as const).map((k) => [`${k}${s}`, order[`${k}${s}`]])),
  )
  const verdict = judge.data?.verdict
  return (
    <Panel title={t`终检`} note={t`焦度计实测`} className="stage">
      <EyeGrid
        shape={Measured}
        bases={order.binocleType === 3 ? ['ds', 'dc', 'ax', 'add', 'pd', 'ph'] : ['ds', 'dc', 'ax', 'pd']}
        value={value}
        onChange={change}
        previous={ordered}
        previousLabel={t`订单度数`}
      />
      <Can code="frame:inspect">
        <div className="stage-actions">
          <Act
            unless={!measured && t`请先填写全部实测值`}
            loading={judge.isPending}
            onClick={() => measured && judge.mutate({ id: order.recordFrameId, measured })}
          >{t`按标准判定`}</Act>
          <Input
            aria-label={t`货位`}
            placeholder={t`货位`}
            style={{ width: 110 }}
            value={shelf}
            onChange={(e) => setShelf(e.target.value)}
          />
          <Act
            type="primary"
            unless={verdict !== 'pass' && (verdict === 'fail' ? t`判定不合格，不能放行` : t`请先按标准判定`)}
            loading={status.isPending}
            onClick={() => send({})}
          >{t`终检合格，待取镜`}</Act>
        </div>
      </Can>
      {judge.data && (
        <>
          <p>
            <Dot tone={verdict === 'pass' ? 'ok' : 'bad'}>{verdict === 'pass' ? t`合格` : t`不合格`}</Dot> {judge.data.setId}
          </p>
          <JudgedTable items={judge.data.items} />
        </>
      )}
      {verdict === 'fail' && (
        <Can code="frame:supervise">
          <div className="stage-actions">
            <Input
              aria-label={t`让步放行理由`}
              placeholder={t`让步放行理由`}
              style={{ width: 320 }}
              value={concession}
              onChange={(e) => setConcession(e.target.value)}
            />
            <Act danger unless={!concession.trim() && t`请填写让步放行理由`} onClick={() => send({ concession })}>{t`让步放行`}</Act>
          </div>
        </Can>
      )}
      <Reject order={order} />
    </Panel>
  )
}

/** A slip for what is not right: cause, side, person, cost. */
function Reject({ order }: Props) {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <Can code="frame:inspect">
        <div className="stage-actions">
          <Button danger onClick={() => setOpen(true)}>{t`判不合格`}</Button>
        </div>
      </Can>
    )
  return (
    <Form
      of={frameOrders['frame.unqualified']}
      fixed={{ id: order.recordFrameId }}
      initial={{ side: 'ou' }}
      fields={[
        'cause',
        'side',
        {
          key: 'responsible',
          control: (form, id) => (
            <StaffPicker id={id} chosen={form.values.responsible as number | undefined} onChange={(v) => form.set('responsible', v)} />
          ),
        },
        'cost',
        'reason',
      ]}
      onDone={() => setOpen(false)}
      onLeave={() => setOpen(false)}
      invalidates={[frameOrders['frame.info']]}
    />
  )
}

function Unqualified({ order }: Props) {
  const status = useSend(frameOrders['frame.status'])
  return (
    <Panel title={tr(wordOf(frameOrder, order.status))} className="stage">
      <p>{order.slips.at(-1)?.note}</p>
      <div className="stage-actions">
        <Can code="frame:process">
          <Button
            type="primary"
            loading={status.isPending}
            onClick={() => status.mutate({ id: order.recordFrameId, status: is.processing })}
          >{t`返工`}</Button>
        </Can>
        <Can code="frame:inspect">
          <Button onClick={() => status.mutate({ id: order.recordFrameId, status: is.awaitingGoods })}>{t`重新订片`}</Button>
        </Can>
      </div>
    </Panel>
  )
}

function PickUp({ order }: Props) {
  const notify = useSend(frameOrders['frame.notification'])
  const deliver = useSend(frameOrders['frame.delivery'])
  const take = useSend(frameOrders['frame.mirrors'])
  const [receiver, setReceiver] = useState(order.patientName)
  const [signature, setSignature] = useState('')
  const [trackingNumber, setTracking] = useState('')
  const may = useCan()('frame:pickup')
  return (
    <Panel title={t`取镜`} className="stage">
      {!may && (
        <p>
          {order.notifiedAt
            ? t`镜已配好，${order.notifiedAt.slice(5, 16)} 已通知会员；取镜和签名由前台登记。`
            : t`镜已配好；取镜和签名由前台登记。`}
        </p>
      )}
      <Can code="frame:pickup">
        <label htmlFor="receiver">{t`取镜人`}</label>{' '}
        <Input id="receiver" style={{ width: 160 }} value={receiver} onChange={(e) => setReceiver(e.target.value)} />
        <SignaturePad value={signature} onChange={setSignature} />
        <div className="stage-actions">
          <Act
            type="primary"
            unless={(!receiver.trim() && t`请填写取镜人`) || (!signature && t`请先签名`)}
            loading={take.isPending}
            onClick={() => take.mutate({ id: order.recordFrameId, receiver, signature })}
          >{t`确认取镜`}</Act>
          {order.status === is.ready && (
            <Button loading={notify.isPending} onClick={() => notify.mutate({ id: order.recordFrameId })}>
              {order.notifiedAt ? t`再次通知` : t`通知取镜`}
            </Button>
          )}
          {order.notifiedAt && <Dot tone="ok">{t`已通知 ${order.notifiedAt.slice(5, 16)}`}</Dot>}
        </div>
        {order.status === is.ready && (
          <div className="stage-actions">
            <Input
              aria-label={t`快递单号`}
              placeholder={t`快递单号`}
              style={{ width: 220 }}
              value={trackingNumber}
              onChange={(e) => setTracking(e.target.value)}
            />
            <Act
              unless={!trackingNumber.trim() && t`请填写快递单号`}
              onClick={() => deliver.mutate({ id: order.recordFrameId, trackingNumber })}
            >{t`寄出`}</Act>
          </div>
        )}
      </Can>
    </Panel>
  )
}
