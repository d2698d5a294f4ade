import { importCallsOf } from '#kernel/contract/index.ts'
import { ImportWizard, Screen, t, useGo, useWho } from '#kernel/web/index.ts'
import { products } from '../contract/endpoints.ts'

const calls = importCallsOf(products, 'product')

export default function GoodsImport() {
  const go = useGo()
  const { hid } = useWho()
  return (
    <Screen note={t`自己的商品表，或供应商的镜片、隐形眼镜目录；先检查再导入，导入后可以撤销`}>
      <ImportWizard calls={calls} hid={hid} what="商品" invalidates={[products['products.list']]} onLeave={() => go('/inventory/goods')} />
    </Screen>
  )
}
