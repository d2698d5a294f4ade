/** Choosing frame and lenses: price, stock and order check are shown before the choice is made. */
import { Button, Checkbox, Input, InputNumber } from 'antd'
import { useEffect, useState } from 'react'
import { Badge, Can, Dot, Money, Panel, t, useSend } from '#kernel/web/index.ts'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { frameOrders } from '../../contract/endpoints.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'

interface Choice {
  ownFrame: boolean
  frameProductId: number | null
  frameBrand: string | null
  frameA: number | null
  frameDbl: number | null
  frameEd: number | null
  lensProductOd: number | null
  lensProductOs: number | null
  processingFee: number
  orderOptions: string | null
}

export function ChooseGoods({ order }: { order: FrameOrderInfo }) {
  const { ownFrame, frameProductId, frameBrand, frameA, frameDbl, frameEd, lensProductOd, lensProductOs, orderOptions } = order
  const [choice, setChoice] = useState<Choice>({
    ownFrame,
    frameProductId,
    frameBrand,
    frameA,
    frameDbl,
    frameEd,
    lensProductOd,
    lensProductOs,
    orderOptions,
    processingFee: 0,
  })
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const preview = useSend(frameOrders['frame.preview'])
  const choose = useSend(frameOrders['frame.product'])
  const set = (patch: Partial<Choice>) => setChoice((c) => ({ ...c, ...patch }))
  const asked = JSON.stringify(choice)
  useEffect(() => {
    // Half a second after the last change, so that typing a size does not ask four times.
    const later = setTimeout(() => preview.mutate({ id: order.recordFrameId, ...choice }), 400)
    return () => clearTimeout(later)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the choice is compared by its text, and a new mutation object asks nothing new
  }, [asked, order.recordFrameId])
  const findings = preview.data?.findings ?? []
  // What is shown must be of the choice as it stands: until the newer preview is there, nothing can be confirmed.
  const current = preview.isSuccess && JSON.stringify(preview.variables) === JSON.stringify({ id: order.recordFrameId, ...choice })
  const blocked = findings.some((f) => f.level === 'block')
  const open = findings.filter((f) => f.level === 'warn' && !reasons[f.code]?.trim())
  const overrides = findings.filter((f) => reasons[f.code]?.trim()).map((f) => ({ code: f.code, reason: reasons[f.code]! }))
  const size = (key: 'frameA' | 'frameDbl' | 'frameEd', label: string) => (
    <label>
      {label}{' '}
      <InputNumber
        aria-label={label}
        size="small"
        style={{ width: 76 }}
        value={choice[key]}
        onChange={(n) => set({ [key]: n })}
        suffix="mm"
      />
    </label>
  )
  return (
    <Panel title={t`选择商品`} className="stage">
      <div style={{ display: 'grid', gap: 10 }}>
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
        <div className="stage-actions">
          {size('frameA', t`镜圈宽`)}
          {size('frameDbl', t`鼻梁`)}
          {size('frameEd', t`有效直径`)}
        </div>
        <label htmlFor="pick-od">
          {t`右眼 OD 镜片`}
          <ProductPicker
            id="pick-od"
            category={3}
            chosen={choice.lensProductOd ?? undefined}
            onChange={(p) =>
              set({
                lensProductOd: p?.productId ?? null,
                ...(choice.lensProductOs === choice.lensProductOd ? { lensProductOs: p?.productId ?? null } : {}),
              })
            }
          />
        </label>
        <label htmlFor="pick-os">
          {t`左眼 OS 镜片`}
          <ProductPicker
            id="pick-os"
            category={3}
            chosen={choice.lensProductOs ?? undefined}
            onChange={(p) => set({ lensProductOs: p?.productId ?? null })}
          />
        </label>
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
          <Input
            aria-label={t`加工要求`}
            style={{ width: 260 }}
            placeholder={t`加工要求：加急、抛光、美薄…`}
            value={choice.orderOptions ?? ''}
            onChange={(e) => set({ orderOptions: e.target.value || null })}
          />
        </div>
      </div>
      {preview.data && (
        <ul className="steps">
          {preview.data.items.map((i) => (
            <li key={i.part} style={{ gridTemplateColumns: '1fr auto auto' }}>
              <span>{i.name}</span>
              <Badge tone={i.source === 'stock' ? 'ok' : i.source === 'order' ? 'info' : 'neutral'}>
                {i.source === 'stock' ? t`库存 ${i.available ?? 0}` : i.source === 'order' ? t`需订购` : t`服务`}
              </Badge>
              <Money of={i.price} />
            </li>
          ))}
          <li style={{ gridTemplateColumns: '1fr auto' }}>
            <strong>{t`合计`}</strong>
            <strong>
              <Money of={preview.data.total} />
            </strong>
          </li>
        </ul>
      )}
      {findings.map((f) => (
        <div key={f.code} className="finding">
          <Dot tone={f.level === 'block' ? 'bad' : reasons[f.code]?.trim() ? 'ok' : 'warn'}>{f.sentence}</Dot>
          {f.level === 'warn' && (
            <Input
              size="small"
              aria-label={t`理由：${f.sentence}`}
              placeholder={t`确认并填写理由`}
              value={reasons[f.code] ?? ''}
              onChange={(e) => setReasons((r) => ({ ...r, [f.code]: e.target.value }))}
            />
          )}
        </div>
      ))}
      <Can code="frame:edit">
        <div className="stage-actions">
          <Button
            type="primary"
            disabled={!current || blocked || open.length > 0}
            loading={choose.isPending}
            onClick={() => choose.mutate({ id: order.recordFrameId, ...choice, overrides })}
          >{t`确认商品并生成收费单`}</Button>
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
