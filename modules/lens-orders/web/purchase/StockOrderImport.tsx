import { importCallsOf } from '#kernel/contract/index.ts'
import { ImportWizard, Screen, t, useGo, useWho } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'

const calls = importCallsOf(lensOrders, 'purchase')

/** A list of wanted goods becomes drafts, one a supplier and kind, which are then submitted like any other. */
export default function StockOrderImport() {
  const go = useGo()
  const { hid } = useWho()
  return (
    <Screen note={t`每个供应商和种类生成一张备货订单草稿，价格按合同；一张订单的行全部无误才导入`}>
      <ImportWizard
        calls={calls}
        hid={hid}
        what="订购明细"
        invalidates={[lensOrders['orders.counts'], lensOrders['purchase.proposal'], lensOrders['purchase.powers']]}
        onLeave={() => go('/order/purchase')}
      />
    </Screen>
  )
}
