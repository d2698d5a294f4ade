/** What the other stores of the chain keep in a list: members bring it along, and it is changed where it is kept. */
import { show, showNumber } from '#kernel/contract/index.ts'
import { Rows, t, useCall, useWho } from '#kernel/web/index.ts'
import { settings } from '../contract/endpoints.ts'
import { Level, type ChainItem } from '../contract/shapes.ts'

export function FromChain({ kind }: { kind: ChainItem['kind'] }) {
  const { hid } = useWho()
  const { data } = useCall(settings['settings.chain'], { hid, kind }, { stale: 60_000 })
  if (!data?.list.length) return null
  const level = [
    { title: t`会员折扣`, right: true, cell: (r: ChainItem) => show(Level.shape.discount, r.discount) },
    { title: t`积分倍数`, right: true, cell: (r: ChainItem) => showNumber(r.pointMultiple, 2) },
  ]
  return (
    <section className="panel list from-chain">
      <div className="filters">
        <span className="master-title">{t`连锁其他门店`}</span>
        <span className="screen-note">{t`会员到本店时照此执行，只有该门店可以修改`}</span>
      </div>
      <Rows
        rows={data.list}
        rowKey={(r) => r.id}
        columns={[
          { title: t`名称`, cell: (r) => r.name },
          ...(kind === 'level' ? level : []),
          { title: t`门店`, cell: (r) => r.hospitalName },
        ]}
      />
    </section>
  )
}
