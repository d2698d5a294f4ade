/** Choosing frame and lenses: price, stock and order check are shown before the choice is made. */
import { Checkbox, Input, InputNumber, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { isReason } from '#kernel/contract/index.ts'
import { Badge, Can, Dot, Money, Panel, Reason, byName, t, tr, trSentence, useSend, Act, type OutOf } from '#kernel/web/index.ts'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { orderReasons } from '../../contract/check/confirm.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { orderTokens, tokensOf } from '../../contract/fields.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'
import { chosenIn, feeIn, type GlassesChoice } from './choice.ts'
import { FramesOnHand } from './FramesOnHand.tsx'
import { LensFilters, LensPicker, type LensFilter } from './LensPicker.tsx'
import { Thickness } from './Thickness.tsx'

type Set = (patch: Partial<GlassesChoice>) => void
type Preview = OutOf<(typeof frameOrders)['frame.preview']>
type Finding = Preview['findings'][number]

export function ChooseGoods({ order }: { order: FrameOrderInfo }) {
  const [choice, setChoice] = useState<GlassesChoice>(() => chosenIn(order))
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const { data, current } = usePreview(order, choice)
  const choose = useSend(frameOrders['frame.product'])
  const set: Set = (patch) => setChoice((c) => ({ ...c, ...patch }))
  useTraced(order, set)
  const findings = data?.findings ?? []
  const answered = (f: Finding) => f.reason !== null || isReason(orderReasons, reasons[f.code]?.trim() ?? '')
  const blocked = findings.some((f) => f.level === 'block')
  const open = findings.filter((f) => f.level === 'warn' && !answered(f))
  const overrides = findings.filter((f) => f.reason === null && answered(f)).map((f) => ({ code: f.code, reason: reasons[f.code]! }))
  const [feeReason, setFeeReason] = useState('')
  const fee = feeIn(order)
  const feeChanged = fee !== undefined && fee !== choice.processingFee
  const waits = [
    feeChanged && !feeReason.trim() && t`请填写改加工费的原因`,
    blocked && t`有禁止项，不能提交`,
    open.length > 0 && t`还有 ${open.length} 项提醒待确认`,
    !current && t`正在核对所选商品`,
  ].find(Boolean)
  return (
    <Panel title={t`选择商品`} className="stage">
      <div style={{ display: 'grid', gap: 10 }}>
        <Frame id={order.recordFrameId} choice={choice} set={set} of={data?.frame} />
        <Lenses id={order.recordFrameId} choice={choice} set={set} />
        <Work choice={choice} set={set} why={feeChanged ? feeReason : undefined} onWhy={setFeeReason} />
      </div>
      {data && <Seated of={data} />}
      <Thickness id={order.recordFrameId} choice={choice} />
      {data && <Items of={data} />}
      {findings.map((f) => (
        <Told
          key={f.code}
          of={f}
          reason={reasons[f.code] ?? ''}
          answered={answered(f)}
          onReason={(reason) => setReasons((r) => ({ ...r, [f.code]: reason }))}
        />
      ))}
      <Can code="frame:edit">
        <div className="stage-actions">
          <Act
            type="primary"
            unless={waits}
            loading={choose.isPending}
            onClick={() => choose.mutate({ id: order.recordFrameId, ...choice, ...(feeChanged ? { feeReason } : {}), overrides })}
          >{t`确认商品并生成收费单`}</Act>
          {blocked ? (
            <Dot tone="bad">{t`有禁止项，不能提交`}</Dot>
          ) : (
            open.length > 0 && <Dot tone="warn">{t`还有 ${open.length} 项提醒待确认`}</Dot>
          )}
        </div>
      </Can>
    </Panel>
  )
}

/** A trace that comes while goods are chosen brings the size of the frame; what is chosen stays. */
function useTraced({ traceId, frameA, frameDbl, frameEd }: FrameOrderInfo, set: Set) {
  const seen = useRef(traceId)
  useEffect(() => {
    if (seen.current !== traceId) set({ frameA, frameDbl, frameEd })
    seen.current = traceId
  }, [set, traceId, frameA, frameDbl, frameEd])
}

/** What the choice costs, where it comes from and what stands against it. */
function usePreview(
  { recordFrameId: id, version }: FrameOrderInfo,
  choice: GlassesChoice,
): { data: Preview | undefined; current: boolean } {
  const preview = useSend(frameOrders['frame.preview'])
  const key = JSON.stringify(choice)
  useEffect(() => {
    // Half a second after the last change, so that typing a size does not ask four times.
    const later = setTimeout(() => preview.mutate({ id, ...choice }), 400)
    return () => clearTimeout(later)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the choice is compared by its text; a new mutation asks nothing new
  }, [key, id, version])
  // What is shown must be of the choice as it stands: until the newer preview is there, nothing can be confirmed.
  const current = preview.isSuccess && JSON.stringify(preview.variables) === JSON.stringify({ id, ...choice })
  return { data: preview.data, current }
}

interface PartProps {
  choice: GlassesChoice
  set: Set
}
const Frame = ({ id, choice, set, of: size }: PartProps & { id: number; of: Preview['frame'] | undefined }) => (
  <>
    <Checkbox
      checked={choice.ownFrame}
      onChange={(e) => set({ ownFrame: e.target.checked, frameProductId: null })}
    >{t`会员自带镜架`}</Checkbox>
    {!choice.ownFrame && (
      <label htmlFor="pick-frame">
        {t`镜架`}
        <ProductPicker
          id="pick-frame"
          category={1}
          chosen={choice.frameProductId ?? undefined}
          onChange={(p) => set({ frameProductId: p?.productId ?? null })}
        />
      </label>
    )}
    {!choice.ownFrame && <FramesOnHand recordFrameId={id} onPick={(frameProductId) => set({ frameProductId })} />}
    <div className="stage-actions">
      <Size label={t`镜圈宽`} value={choice.frameA} stated={size?.a} onChange={(frameA) => set({ frameA })} />
      <Size label={t`鼻梁`} value={choice.frameDbl} stated={size?.dbl} onChange={(frameDbl) => set({ frameDbl })} />
      <Size label={t`有效直径`} value={choice.frameEd} stated={size?.ed} onChange={(frameEd) => set({ frameEd })} />
    </div>
  </>
)

interface SizeProps {
  label: string
  value: number | null
  /** What the catalogue states, where nothing is typed. */
  stated: number | null | undefined
  onChange: (mm: number | null) => void
}
/** A measure of the frame in millimetres. */
const Size = ({ label, value, stated, onChange }: SizeProps) => (
  <label>
    {label}{' '}
    <InputNumber
      aria-label={label}
      size="small"
      style={{ width: 84 }}
      value={value}
      placeholder={stated ? String(stated) : ''}
      onChange={onChange}
      suffix="mm"
    />
  </label>
)

/** The lenses; the left one follows the right as long as both are the same. */
function Lenses({ id, choice, set }: PartProps & { id: number }) {
  const [filter, setFilter] = useState<LensFilter>({ lensType: null, fits: false })
  const { lensProductOd, lensProductOs } = choice
  const both = lensProductOs === lensProductOd
  const shared = { recordFrameId: id, choice, filter }
  return (
    <>
      <LensFilters of={filter} onChange={setFilter} />
      <label htmlFor="pick-od">
        {t`右眼 OD 镜片`}
        <LensPicker
          {...shared}
          id="pick-od"
          eye={both ? 'ou' : 'od'}
          chosen={lensProductOd}
          onChange={(lens) => set({ lensProductOd: lens, ...(both ? { lensProductOs: lens } : {}) })}
        />
      </label>
      <label htmlFor="pick-os">
        {t`左眼 OS 镜片`}
        <LensPicker {...shared} id="pick-os" eye="os" chosen={lensProductOs} onChange={(lens) => set({ lensProductOs: lens })} />
      </label>
    </>
  )
}

interface WorkProps extends PartProps {
  /** Why the fee changes; undefined while it does not. */
  why: string | undefined
  onWhy: (why: string) => void
}
const Work = ({ choice, set, why, onWhy }: WorkProps) => (
  <div className="stage-actions">
    <label>
      {t`加工费`}{' '}
      <InputNumber
        aria-label={t`加工费`}
        min={0}
        value={choice.processingFee}
        onChange={(n) => set({ processingFee: n ?? 0 })}
        prefix="¥"
      />
    </label>
    {why !== undefined && (
      <Input
        aria-label={t`改加工费的原因`}
        placeholder={t`改加工费的原因`}
        style={{ width: 200 }}
        maxLength={100}
        value={why}
        onChange={(e) => onWhy(e.target.value)}
      />
    )}
    <Select
      mode="multiple"
      aria-label={t`加工要求`}
      style={{ minWidth: 260 }}
      placeholder={t`加工要求`}
      showSearch={byName}
      value={tokensOf(choice.orderOptions)}
      options={orderTokens.map((value) => ({ value, label: tr(value) }))}
      onChange={(tokens) => set({ orderOptions: tokens.join(',') || null })}
    />
  </div>
)

const mm = (n: number | null): string => (n === null ? '—' : n.toFixed(1))
/** How the lenses sit in the frame, as far as it is known. */
function Seated({ of: { fit } }: { of: Preview }) {
  if (fit.every((f) => f.decentration === null)) return null
  return (
    <table className="judged">
      <thead>
        <tr>
          <th>{t`眼别`}</th>
          <th>{t`移心 mm`}</th>
          <th>{t`最小直径 mm`}</th>
          <th>{t`最厚处约 mm`}</th>
        </tr>
      </thead>
      <tbody>
        {fit.map((f) => (
          <tr key={f.eye}>
            <td>{f.eye === 'od' ? t`右眼` : t`左眼`}</td>
            <td className="num">{mm(f.decentration)}</td>
            <td className="num">{f.blank === null ? '—' : Math.ceil(f.blank)}</td>
            <td className="num">{mm(f.edge)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What it costs: by the price list, what comes off for this member, and what the till takes. */
const Items = ({ of: { items, total, due, trace } }: { of: Preview }) => (
  <ul className="steps">
    {items.map((i) => (
      <li key={i.part} style={{ gridTemplateColumns: '1fr auto auto' }}>
        <span>{i.name}</span>
        <Source of={i.source} stock={i.available ?? 0} />
        <Money of={i.price} />
      </li>
    ))}
    {due !== total && (
      <li style={{ gridTemplateColumns: '1fr auto' }}>
        <span>{t`合计`}</span>
        <Money of={total} />
      </li>
    )}
    {trace
      .filter((step) => step.off)
      .map((step) => (
        <li key={step.label} style={{ gridTemplateColumns: '1fr auto' }}>
          <span>{step.label}</span>
          <Money of={-step.off} />
        </li>
      ))}
    <li style={{ gridTemplateColumns: '1fr auto' }}>
      <strong>{t`应收`}</strong>
      <strong>
        <Money of={due} />
      </strong>
    </li>
  </ul>
)
function Source({ of: preview, stock }: { of: Preview['items'][number]['source']; stock: number }) {
  if (preview === 'stock') return <Badge tone="ok">{t`库存 ${stock}`}</Badge>
  return preview === 'order' ? <Badge tone="info">{t`需订购`}</Badge> : <Badge tone="neutral">{t`服务`}</Badge>
}

interface ToldProps {
  of: Finding
  reason: string
  answered: boolean
  onReason: (reason: string) => void
}
/** What stands against the choice; a warning is answered with a reason. */
function Told({ of: f, reason, answered, onReason }: ToldProps) {
  const open = answered ? 'ok' : 'warn'
  return (
    <div className="finding">
      <Dot tone={f.level === 'block' ? 'bad' : open}>{trSentence(f.sentence)}</Dot>
      {f.level === 'warn' && f.reason !== null && <span className="soft">{f.reason}</span>}
      {f.level === 'warn' && f.reason === null && <Reason finding={f} reasons={orderReasons} value={reason} onChange={onReason} />}
    </div>
  )
}
