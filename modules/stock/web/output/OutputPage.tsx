/** One paper on its way out, by scanner alone or with thumbs on a phone: pick, be checked by another person, hand out. */
import { Check, TriangleAlert, Undo2, X } from 'lucide-react'
import { metaOf, wordOf } from '#kernel/contract/index.ts'
import {
  Act,
  Can,
  Empty,
  Facts,
  Key,
  Link,
  Rows,
  Screen,
  Status,
  confirm,
  t,
  toast,
  tr,
  useGo,
  useHolds,
  useId,
  useKeys,
  useSend,
  useTabs,
} from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import { stockOutTypes } from '../../contract/fields.ts'
import { OutputRow, type Output, type OutputItem } from '../../contract/output.ts'
import { outputStages, stockOut } from '../../contract/states.ts'
import { detailOf, nameOf } from '../count/goods.ts'
import { TypedCode } from '../count/TypedCode.tsx'
import { useScans, type Entry, type Round, type Scans } from './useScans.ts'
import '../count/count.css'
import '../stock.css'
import './output.css'

export default function OutputPage() {
  const stockoutId = useId('stockoutId')
  const holds = useHolds()
  const rounds = (
    [
      ['pick', t`拣货`, 'stockout:edit'],
      ['check', t`第二人复核`, 'stockout:confirm'],
    ] as const
  ).filter(([, , code]) => holds(code))
  const [round, tabs] = useTabs<Round>(
    rounds.map(([key, label]) => [key, label] as const),
    { name: 'round', label: t`拣货还是复核` },
  )
  const of = useScans(stockoutId, rounds.length ? round : undefined)
  const paper = of.info.data
  useKeys({ F4: () => void of.undo() })
  const going = paper?.status === stockOut.is.submitted
  return (
    <Screen
      fill
      title={t`扫码出库`}
      of={of.info}
      note={paper && `${paper.stockoutNo} ${paper.warehouseName}`}
      actions={going && rounds.length > 1 && tabs}
    >
      {paper &&
        (going ? (
          <div className="output">
            <Head of={paper} />
            {rounds.length > 0 && <Band of={of} />}
            {rounds.length > 0 && <TypedCode take={of.take} />}
            <Lines of={paper} scans={of} />
            <Foot of={of} paper={paper} />
          </div>
        ) : (
          <Empty
            text={t`这张单现在是“${tr(wordOf(stockOut, paper.status))}”`}
            action={<Link to={`/inventory/export?paper=${stockoutId}`}>{t`看出库单`}</Link>}
          />
        ))}
    </Screen>
  )
}
const Head = ({ of }: { of: Output }) => (
  <Facts
    columns={4}
    items={[
      ['出库类型', tr(stockOutTypes[of.stockoutType])],
      ['领用人', of.receiver ?? of.supplierName],
      ['进度', <Status key="s" of={metaOf(OutputRow.shape.stage)} value={of.stage} />],
      ['已拣', `${of.picked} / ${of.quantity}`],
      ['已复核', `${of.checked} / ${of.quantity}`],
      ['拣货人', of.pickers],
      ['复核人', of.checkers],
      ['备注', of.note],
    ]}
  />
)
/** The last scan, by colour, sign and word; its sound went before. */
function Band({ of }: { of: Scans }) {
  const last = of.newest
  if (!last)
    return (
      <div className="count-band" role="status">
        {of.round === 'check' ? t`复核：把每一件再扫一遍` : t`拣货：从货架上拿一件，扫一件`}
      </div>
    )
  const { scanned, wrong } = last
  const warn = scanned?.earlier
  const Right = warn ? TriangleAlert : Check
  const Sign = wrong ? X : Right
  const tone = warn ? 'warn' : 'ok'
  return (
    <div className={`count-band ${wrong ? 'bad' : tone}`} role="status" aria-live="assertive">
      <Sign size={22} aria-hidden />
      <strong>{wordFor(last)}</strong>
      <span className="num">{scanned ? nameOf(scanned.item) : ''}</span>
    </div>
  )
}
function wordFor({ wrong, scanned, quantity }: Entry): string {
  if (wrong) return wrong
  if (quantity < 0) return t`撤回 ${-quantity} 件`
  if (scanned?.earlier) return t`已记下。${scanned.earlier} 到期的还在架上，应先出`
  return scanned?.complete ? t`全部齐了` : t`计 ${quantity} 件`
}
const doneOf = (item: OutputItem, round: Round | undefined): number => (round === 'check' ? item.checked : item.picked)
/** What is still to be done first, each line with where its next piece lies. */
function Lines({ of, scans }: { of: Output; scans: Scans }) {
  const { round } = scans
  const open = (i: OutputItem) => doneOf(i, round) < i.quantity
  const rows = [...of.items.filter(open), ...of.items.filter((i) => !open(i))]
  return (
    <div className="lines-scroll output-lines">
      <Rows
        className="grid num paper-lines"
        rows={rows}
        rowKey={(i) => i.itemId}
        tone={(i) => (open(i) ? undefined : 'ok')}
        columns={[
          {
            title: t`商品`,
            cell: (i) => (
              <>
                {nameOf(i)}
                <small className="soft"> {detailOf(i)}</small>
              </>
            ),
          },
          {
            title: round === 'check' ? t`已复核` : t`已拣`,
            right: true,
            cell: (i) => (
              <>
                <b>{doneOf(i, round)}</b> / {i.quantity}
              </>
            ),
          },
          { title: t`没有扫描枪时`, cell: (i) => <ByHand of={i} scans={scans} /> },
          { title: round === 'check' ? t`拣的批次` : t`下一件从`, cell: (i) => <From of={i} round={round} /> },
        ]}
      />
    </div>
  )
}
const lotOf = ({ batchNo, expiry }: { batchNo: string | null; expiry: string | null }): string =>
  [batchNo ?? t`无批号`, expiry && t`至 ${expiry}`].filter(Boolean).join(' ')
function From({ of, round }: { of: OutputItem; round: Round | undefined }) {
  if (round === 'check') return of.batches.length ? of.batches.map((b) => `${lotOf(b)} × ${b.picked}`).join('；') : t`还没有拣`
  if (of.picked === of.quantity) return of.batches.map((b) => `${lotOf(b)} × ${b.picked}`).join('；')
  return of.next ? t`${lotOf(of.next)}，架上 ${of.next.free}` : <b className="differs">{t`架上没有可以出的`}</b>
}
/** One piece without a scanner, where the goods have no code. */
function ByHand({ of, scans: { round, add, why } }: { of: OutputItem; scans: Scans }) {
  if (!round) return null
  const batch = round === 'check' ? of.batches.find((b) => b.checked < b.picked) : (of.next ?? undefined)
  const none = round === 'check' ? t`拣过的都复核了` : t`架上没有可以出的`
  return (
    <Act
      size="small"
      unless={(doneOf(of, round) >= of.quantity && t`已经齐了`) || (!batch && none) || why}
      aria-label={t`${nameOf(of)} 一件`}
      onClick={() => batch && add(batch.batchId, 1)}
    >
      +1
    </Act>
  )
}
function Foot({ of, paper }: { of: Scans; paper: Output }) {
  return (
    <footer className="count-foot">
      {of.round && (
        <Act size="large" icon={<Undo2 size={18} />} unless={(!of.newest && t`还没有扫描`) || of.why} onClick={() => void of.undo()}>
          {t`撤销上一件`} <Key>F4</Key>
        </Act>
      )}
      <Can code="stockout:confirm">
        <HandOut paper={paper} why={of.why} />
      </Can>
    </footer>
  )
}
const stale = [
  stock['output.list'],
  stock['output.info'],
  stock['stockout.list'],
  stock['stockout.info'],
  stock['stock.view'],
  stock['stock.list'],
]
function HandOut({ paper, why }: { paper: Output; why: string | false }) {
  const go = useGo()
  const send = useSend(stock['output.hand-out'], {
    invalidates: stale,
    onSuccess: (p) => (toast(t`${p.stockoutNo} 已交货出库`, 'ok'), go('/today/output')),
  })
  const { stockoutId, version, quantity } = paper
  const to = paper.receiver ?? paper.supplierName
  const ask = async () => {
    const message = to ? t`把 ${quantity} 件交给${to}？货从扫过的批次出库。` : t`把 ${quantity} 件交给谁？货从扫过的批次出库。`
    const answer = await confirm({ title: t`交货`, message, ...(to ? {} : { reason: { label: t`领用人`, required: true } }) })
    if (answer === false) return
    send.mutate({ stockoutId, version, ...(typeof answer === 'string' && answer ? { receiver: answer } : {}) })
  }
  return (
    <Act
      size="large"
      type="primary"
      loading={send.isPending}
      unless={(paper.stage !== outputStages.is.checked && t`拣齐并由第二人复核后才能交货`) || why}
      onClick={() => void ask()}
    >
      {t`交货出库`}
    </Act>
  )
}
