/** What was scanned: the goods, batch by batch, with the one thing that can be done with each, and the papers of that number. */
import { Drawer } from 'antd'
import type { z } from '#kernel/contract/index.ts'
import { Empty, Facts, Link, Panel, Until, t, tr, useCall, useWho, type Column } from '#kernel/web/index.ts'
import { acts, codeKinds, type CodedBatch, type CodeRead } from '../../contract/codes.ts'
import { stock } from '../../contract/endpoints.ts'
import { BatchGrid, Expiry, powerColumn } from './columns.tsx'

export function Scanned({ code, close }: { code: string | undefined; close: () => void }) {
  return (
    <Drawer title={t`扫码：${code ?? ''}`} open={code !== undefined} onClose={close} size={760} destroyOnHidden>
      {code !== undefined && <Read code={code} />}
    </Drawer>
  )
}
function Read({ code }: { code: string }) {
  const { hid } = useWho()
  const read = useCall(stock['product.batch-code'], { code, hid }, { live: ['stock'] })
  return <Until of={read}>{read.data && <Said of={read.data} />}</Until>
}

/** Leads to the paper: by the one thing to do with it, where there is one. */
const Go = ({ of, at }: { of: Pick<CodeRead['papers'][number], 'next'>; at: string }) => (
  <Link className="link" to={at}>
    {of.next ? tr(of.next) : t`打开`}
  </Link>
)

type Batch = z.output<typeof CodedBatch>
const columns: ReadonlyArray<Column<Batch>> = [
  { key: 'productName', title: '商品', sort: false, render: (b: Batch) => <strong>{b.productName}</strong> },
  powerColumn,
  { key: 'batchNo', title: '批号', sort: false, render: (b: Batch) => b.batchNo ?? '—' },
  { key: 'expiry', title: '有效期至', sort: false, render: (b: Batch) => <Expiry of={b} /> },
  { key: 'warehouseName', title: '仓库', sort: false, render: (b: Batch) => b.warehouseName },
  { key: 'quantity', title: '库存', align: 'right', sort: false, render: (b: Batch) => b.quantity },
  { key: 'act', title: '可做的事', sort: false, render: (b: Batch) => tr(acts[b.act]) },
  { key: 'label', title: '批次标签', sort: false, render: (b: Batch) => <span className="num">{b.label}</span> },
]
/** The parts of a GS1 code, then what it stands on. */
function Said({ of }: { of: CodeRead }) {
  const parts = of.gtin
    ? ([
        ['GTIN', of.gtin],
        ['批号', of.batchNo],
        ['有效期至', of.expiry],
        ['序列号', of.serial],
      ] as const)
    : []
  if (!of.list.length && !of.papers.length) return <Empty text={of.fault ?? t`没有这个码的商品、批次或单据`} />
  return (
    <div className="stock-detail">
      <Facts items={[['种类', tr(codeKinds[of.kind])], ...parts]} />
      {of.papers.map((paper) => (
        <Panel
          key={`${paper.what}${paper.number}`}
          title={tr(paper.what)}
          {...(paper.at ? { actions: <Go of={paper} at={paper.at} /> } : {})}
        >
          <span className="num">{paper.number}</span> · {tr(paper.stateName)}
          {paper.whose && (
            <>
              {' · '}
              <strong>{paper.whose}</strong>
            </>
          )}
          {paper.why && <span className="soft"> · {tr(paper.why)}</span>}
        </Panel>
      ))}
      {of.list.length > 0 && <BatchGrid columns={columns} rows={of.list} />}
    </div>
  )
}
