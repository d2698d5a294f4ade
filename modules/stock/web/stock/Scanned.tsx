/** Result of a scan: goods per batch with their next action, and documents with that number. */
import { Drawer } from 'antd'
import type { z } from '#kernel/contract/index.ts'
import { Empty, Facts, Link, Panel, Until, t, tr, useCall, useWho, type TableColumn } from '#kernel/web/index.ts'
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
  return <Until of={read}>{read.data && <CodeMeaning read={read.data} />}</Until>
}

/** Links to the document, or to its next action. */
const PaperLink = ({ paper, to }: { paper: Pick<CodeRead['papers'][number], 'next'>; to: string }) => (
  <Link className="link" to={to}>
    {paper.next ? tr(paper.next) : t`打开`}
  </Link>
)

type Batch = z.output<typeof CodedBatch>
const columns: ReadonlyArray<TableColumn<Batch>> = [
  { key: 'productName', title: '商品', sort: false, render: (b: Batch) => <strong>{b.productName}</strong> },
  powerColumn,
  { key: 'batchNo', title: '批号', sort: false, render: (b: Batch) => b.batchNo ?? '—' },
  { key: 'expiry', title: '有效期至', sort: false, render: (b: Batch) => <Expiry batch={b} /> },
  { key: 'warehouseName', title: '仓库', sort: false, render: (b: Batch) => b.warehouseName },
  { key: 'quantity', title: '库存', align: 'right', sort: false, render: (b: Batch) => b.quantity },
  { key: 'act', title: '可做的事', sort: false, render: (b: Batch) => tr(acts[b.act]) },
  { key: 'label', title: '批次标签', sort: false, render: (b: Batch) => <span className="num">{b.label}</span> },
]
/** Elements of a GS1 code, then what it matches. */
function CodeMeaning({ read }: { read: CodeRead }) {
  const parts = read.gtin
    ? ([
        ['GTIN', read.gtin],
        ['批号', read.batchNo],
        ['有效期至', read.expiry],
        ['序列号', read.serial],
      ] as const)
    : []
  if (!read.list.length && !read.papers.length) return <Empty text={read.fault ?? t`没有这个码的商品、批次或单据`} />
  return (
    <div className="stock-detail">
      <Facts items={[['种类', tr(codeKinds[read.kind])], ...parts]} />
      {read.papers.map((paper) => (
        <Panel
          key={`${paper.what}${paper.number}`}
          title={tr(paper.what)}
          {...(paper.at ? { actions: <PaperLink paper={paper} to={paper.at} /> } : {})}
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
      {read.list.length > 0 && <BatchGrid columns={columns} rows={read.list} />}
    </div>
  )
}
