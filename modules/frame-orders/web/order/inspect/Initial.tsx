/** The initial inspection: what was looked at, each ticked, or all of it right in one key. */
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Act, Can, Dot, Panel, t, tr, useCan, useKeys, useSend } from '#kernel/web/index.ts'
import { frameOrders } from '../../../contract/endpoints.ts'
import { initialChecks } from '../../../contract/fields.ts'
import type { FrameOrderInfo } from '../../../contract/shapes.ts'
import { frameOrder } from '../../../contract/states.ts'
import { Reject } from './Reject.tsx'

export function Initial({ order }: { order: FrameOrderInfo }) {
  const process = useSend(frameOrders['frame.processing'])
  const [checks, setChecks] = useState<readonly string[]>([])
  const unchecked = checks.length < initialChecks.length && t`还有 ${initialChecks.length - checks.length} 项未勾选`
  const begin = (seen: readonly string[], external: boolean) => process.mutate({ id: order.recordFrameId, checks: [...seen], external })
  const may = useCan()('frame:inspect')
  useKeys({ F8: () => may && !process.isPending && begin(initialChecks, false) })
  return (
    <Panel title={t`初检`} className="stage">
      <Checkbox.Group
        value={[...checks]}
        onChange={setChecks}
        options={initialChecks.map((value) => ({ value, label: tr(value) }))}
        style={{ display: 'grid', gap: 6 }}
      />
      <Can code="frame:inspect">
        <div className="stage-actions">
          <Button type="primary" loading={process.isPending} onClick={() => begin(initialChecks, false)}>
            {t`逐项看过，全部合格`} <kbd>F8</kbd>
          </Button>
          <Act unless={unchecked} loading={process.isPending} onClick={() => begin(checks, false)}>{t`初检合格，开始加工`}</Act>
          <Act unless={unchecked} onClick={() => begin(checks, true)}>
            {tr(frameOrder.moves.external.label)}
          </Act>
          {unchecked && <Dot tone="warn">{unchecked}</Dot>}
        </div>
      </Can>
      <Reject order={order} />
    </Panel>
  )
}
