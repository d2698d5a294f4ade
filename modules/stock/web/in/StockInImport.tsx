import { importCallsOf } from '#kernel/contract/index.ts'
import { ImportWizard, Screen, t, useGo, useWho } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'

const calls = importCallsOf(stock, 'stockin')

export default function StockInImport() {
  const go = useGo()
  const { hid } = useWho()
  return (
    <Screen note={t`供应商的送货单变成一张入库草稿；核对后提交审核，审核后才进入库存`}>
      <ImportWizard calls={calls} hid={hid} what="明细" invalidates={[stock['stockin.list']]} onLeave={() => go('/inventory/import')} />
    </Screen>
  )
}
