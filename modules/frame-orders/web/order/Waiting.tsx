/** Goods that come by hand: the lot and the powers on the bags are typed, and compared with the order before the lenses are taken. */
import { Input } from 'antd'
import { useState } from 'react'
import { Act, Can, Compared, EyeGrid, Panel, t, trSentence, useSend, type FormValues } from '#kernel/web/index.ts'
import { bagFields, bagFindings } from '../../contract/check/received.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { BagPowers, type FrameOrderInfo } from '../../contract/shapes.ts'

const BASES = ['ds', 'dc', 'ax', 'add', 'prism', 'base'] as const
const EYES: Readonly<Record<string, 'od' | 'os'>> = { lens_od: 'od', lens_os: 'os' }

export function Waiting({ order }: { order: FrameOrderInfo }) {
  const goods = useSend(frameOrders['frame.goods'])
  const [batchNo, setBatchNo] = useState('')
  const [value, setValue] = useState<FormValues>({})
  const due = order.items.filter((i) => i.source === 'order' && !i.issued)
  const eyes = due.flatMap((i) => EYES[i.part] ?? [])
  const fields = bagFields(order, eyes)
  const parsed = BagPowers.safeParse(value)
  const stated = parsed.success ? parsed.data : {}
  const found = bagFindings(order, stated, eyes)
  const different = found.filter((f) => f.comparison === 'different')
  const why = (eyes.length > 0 && !batchNo.trim() && t`请填写镜片批号`) || (found[0] && trSentence(found[0].sentence))
  return (
    <Panel title={t`来料收货`} className="stage">
      <p>{due.length ? t`等待：${due.map((i) => i.name).join('，')}` : t`商品已齐。`}</p>
      <Can code="frame:goods">
        {fields.length > 0 && (
          <EyeGrid
            shape={BagPowers}
            bases={BASES.filter((base) => fields.some((field) => field.startsWith(base)))}
            value={value}
            onChange={(patch) => setValue({ ...value, ...patch })}
          />
        )}
        {different.map((f) => (
          <p key={f.field}>
            <Compared of={f.comparison} /> {trSentence(f.sentence)}
          </p>
        ))}
        <div className="stage-actions">
          <Input
            aria-label={t`镜片批号`}
            placeholder={t`镜片批号（扫码）`}
            style={{ width: 220 }}
            value={batchNo}
            onChange={(e) => setBatchNo(e.target.value)}
          />
          <Act
            type="primary"
            loading={goods.isPending}
            unless={why ?? false}
            onClick={() => goods.mutate({ id: order.recordFrameId, batchNo: batchNo || null, measured: stated })}
          >{t`确认到货`}</Act>
        </div>
      </Can>
    </Panel>
  )
}
