/** One outgoing document, by scanner or by touch on a phone: pick, have it checked by another person, hand out. */
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
import { useScans, type ScanEntry, type ScanRound, type Scans } from './useScans.ts'
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
  const [round, tabs] = useTabs<ScanRound>(
    rounds.map(([key, label]) => [key, label] as const),
    { name: 'round', label: t`拣货还是复核` },
  )
  const scans = useScans(stockoutId, rounds.length ? round : undefined)
  const paper = scans.info.data
  useKeys({ F4: () => void scans.undo() })
  const going = paper?.status === stockOut.is.submitted
  return (
    <Screen
      fill
      title={t`扫码出库`}
      of={scans.info}
      note={paper && `${paper.stockoutNo} ${paper.warehouseName}`}
      actions={going && rounds.length > 1 && tabs}
    >
      {paper &&
        (going ? (
          <div className="output">
            <Head paper={paper} />
            {rounds.length > 0 && <Band scans={scans} />}
            {rounds.length > 0 && <TypedCode take={scans.take} />}
            <Lines paper={paper} scans={scans} />
            <Foot scans={scans} paper={paper} />
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
const Head = ({ paper }: { paper: Output }) => (
  <Facts
    columns={4}
    items={[
      ['出库类型', tr(stockOutTypes[paper.stockoutType])],
      ['领用人', paper.receiver ?? paper.toName ?? paper.supplierName],
      ['进度', <Status key="s" of={metaOf(OutputRow.shape.stage)} value={paper.stage} />],
      ['已拣', `${paper.picked} / ${paper.quantity}`],
      ['已复核', `${paper.checked} / ${paper.quantity}`],
      ['拣货人', paper.pickers],
      ['复核人', paper.checkers],
      ['备注', paper.note],
    ]}
  />
)
/** The last scan in colour, sign and word; its sound came first. */
function Band({ scans }: { scans: Scans }) {
  const last = scans.newest
  if (!last)
    return (
      <div className="count-band" role="status">
        {scans.round === 'check' ? t`复核：把每一件再扫一遍` : t`拣货：从货架上拿一件，扫一件`}
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
function wordFor({ wrong, scanned, quantity }: ScanEntry): string {
  if (wrong) return wrong
  if (quantity < 0) return t`撤回 ${-quantity} 件`
  if (scanned?.earlier) return t`已记下。${scanned.earlier} 到期的还在架上，应先出`
  return scanned?.complete ? t`全部齐了` : t`计 ${quantity} 件`
}
const doneOf = (item: OutputItem, round: ScanRound | undefined): number => (round === 'check' ? item.checked : item.picked)
/** Open lines first, each with the location of its next piece. */
function Lines({ paper, scans }: { paper: Output; scans: Scans }) {
  const { round } = scans
  const open = (i: OutputItem) => doneOf(i, round) < i.quantity
  const rows = [...paper.items.filter(open), ...paper.items.filter((i) => !open(i))]
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
          { title: t`没有扫描枪时`, cell: (i) => <ByHand item={i} scans={scans} /> },
          { title: round === 'check' ? t`拣的批次` : t`下一件从`, cell: (i) => <NextBatch item={i} round={round} /> },
        ]}
      />
    </div>
  )
}
const lotOf = ({ batchNo, expiry }: { batchNo: string | null; expiry: string | null }): string =>
  [batchNo ?? t`无批号`, expiry && t`至 ${expiry}`].filter(Boolean).join(' ')
function NextBatch({ item, round }: { item: OutputItem; round: ScanRound | undefined }) {
  if (round === 'check') return item.batches.length ? item.batches.map((b) => `${lotOf(b)} × ${b.picked}`).join('；') : t`还没有拣`
  if (item.picked === item.quantity) return item.batches.map((b) => `${lotOf(b)} × ${b.picked}`).join('；')
  return item.next ? t`${lotOf(item.next)}，架上 ${item.next.free}` : <b className="differs">{t`架上没有可以出的`}</b>
}
/** Picks one piece without a scanner, for goods without a code. */
function ByHand({ item, scans: { round, add, why } }: { item: OutputItem; scans: Scans }) {
  if (!round) return null
  const batch = round === 'check' ? item.batches.find((b) => b.checked < b.picked) : (item.next ?? undefined)
  const none = round === 'check' ? t`拣过的都复核了` : t`架上没有可以出的`
  return (
    <Act
      size="small"
      unless={(doneOf(item, round) >= item.quantity && t`已经齐了`) || (!batch && none) || why}
      aria-label={t`${nameOf(item)} 一件`}
      onClick={() => batch && add(batch.batchId, 1)}
    >
      +1
    </Act>
  )
}
function Foot({ scans, paper }: { scans: Scans; paper: Output }) {
  return (
    <footer className="count-foot">
      {scans.round && (
        <Act
          size="large"
          icon={<Undo2 size={18} />}
          unless={(!scans.newest && t`还没有扫描`) || scans.why}
          onClick={() => void scans.undo()}
        >
          {t`撤销上一件`} <Key>F4</Key>
        </Act>
      )}
      <Can code="stockout:confirm">
        <HandOut paper={paper} why={scans.why} />
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
  const to = paper.receiver ?? paper.toName ?? paper.supplierName
  const confirmHandOut = async () => {
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
      onClick={() => void confirmHandOut()}
    >
      {t`交货出库`}
    </Act>
  )
}
