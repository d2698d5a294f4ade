/** Entries of a list that other stores of the organisation own: visible because members carry them, editable only there. */
import { show, showNumber } from '#kernel/contract/index.ts'
import { Rows, t, useCall, useWho } from '#kernel/web/index.ts'
import { settings } from '../../contract/endpoints.ts'
import { Level, type ChainItem } from '../../contract/shapes.ts'

const name = { title: t`名称`, cell: (r: Kept) => r.name }
const store = { title: t`门店`, cell: (r: Kept) => r.hospitalName }

interface Kept {
  id: number
  name: string
  hospitalName: string
}
interface KeptProps<R extends Kept> {
  rows: readonly R[] | undefined
  /** Columns between name and store. */
  columns?: ReadonlyArray<{ title: string; right?: boolean; cell: (r: R) => string }>
}
/** Read-only list of other stores' entries. */
export function KeptElsewhere<R extends Kept>({ rows, columns = [] }: KeptProps<R>) {
  if (!rows?.length) return null
  return (
    <section className="panel list from-chain">
      <div className="filters">
        <span className="master-title">{t`连锁其他门店`}</span>
        <span className="screen-note">{t`会员到本店时照此执行，只有该门店可以修改`}</span>
      </div>
      <Rows rows={rows} rowKey={(r) => r.id} columns={[name, ...columns, store]} />
    </section>
  )
}

const level = [
  { title: t`会员折扣`, right: true, cell: (r: ChainItem) => show(Level.shape.discount, r.discount) },
  { title: t`积分倍数`, right: true, cell: (r: ChainItem) => showNumber(r.pointMultiple, 2) },
]
export function FromChain({ kind }: { kind: ChainItem['kind'] }) {
  const { hid } = useWho()
  const { data } = useCall(settings['settings.chain'], { hid, kind }, { stale: 60_000 })
  return <KeptElsewhere rows={data?.list} columns={kind === 'level' ? level : []} />
}
