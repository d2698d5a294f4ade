/** Every parameter of a piece: what was ordered, what its label says, and whether they agree. */
import { compareFacts, type Comparison } from '#kernel/contract/index.ts'
import { Age, Compared, EyeTag, Scrolls, t, tr } from '#kernel/web/index.ts'
import { eyeName } from '../../contract/check/check.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { compareParameters } from '../../contract/receive/compare.ts'
import type { Expected } from '../../contract/shapes.expected.ts'
import { labelOf, shownParameter, unitOf } from '../words.tsx'
import { lineOf, type BoxPiece } from './box.ts'

interface Props {
  piece: BoxPiece
  orders: readonly Expected[]
  day: string
}
interface Row {
  readonly key: string
  readonly label: string
  readonly ordered: string
  readonly got: string
  readonly comparison: Comparison
  /** Said where nothing was compared. */
  readonly word?: string
}
export function PieceCompared({ piece, orders, day }: Props) {
  const place = lineOf(orders, piece.lineId)
  if (!place) return null
  const { order, line } = place
  const { serial, batch, expiry } = piece.udi
  return (
    <>
      <div className="receive-who">
        <div>
          <strong>{order.patientName ?? order.supplierName ?? ''}</strong> {order.birth && <Age birth={order.birth} />}{' '}
          <span className="num">{order.orderNo}</span>
          <p className="soft num">
            {serial && t`序列号 ${serial}`} {batch && t`批号 ${batch} `} {expiry && t`效期 ${expiry} `}
          </p>
        </div>
        <div className="receive-eyes">
          {order.lines.map((l) => (
            <span key={l.lineId} className={l.lineId === line.lineId ? `here ${piece.verdict}` : ''}>
              {l.eye ? <EyeTag eye={l.eye} /> : l.name} {l.ordered > 1 && `${l.received + l.rejected + l.aside} / ${l.ordered}`}
            </span>
          ))}
        </div>
      </div>
      <Scrolls label={t`逐项比较`}>
        <table className="grid num receive-compare">
          <thead>
            <tr>
              <th scope="col">{t`参数`}</th>
              <th scope="col" className="right">{t`订单要的`}</th>
              <th scope="col" className="right">{t`标签上的`}</th>
              <th scope="col">{t`判断`}</th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(piece, order, line, day).map((r) => (
              <tr key={r.key} className={r.comparison === 'different' ? 'differs' : undefined}>
                <th scope="row">{r.label}</th>
                <td className="right">{r.ordered}</td>
                <td className="right got">{r.got}</td>
                <td>
                  <Compared of={r.comparison} {...(r.word ? { word: r.word } : {})} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </>
  )
}
/** Where the eyes were exchanged each parameter is shown beside the eye it was scanned for. */
function rowsOf(piece: BoxPiece, order: Expected, line: Expected['lines'][number], day: string): Row[] {
  const kind = kindOf(order.kind)
  const exchanged = piece.found.find((f) => f.field === 'eye')
  const eye: Row[] =
    line.eye === null
      ? []
      : [
          {
            key: 'eye',
            label: t`眼别`,
            ordered: tr(eyeName(line.eye)),
            got: tr(eyeName(exchanged?.got === 'od' || exchanged?.got === 'os' ? exchanged.got : line.eye)),
            comparison: exchanged ? 'different' : 'same',
          },
        ]
  const other = piece.found.find((f) => f.field === 'product')
  const goods: Row = {
    key: 'product',
    label: t`商品`,
    ordered: line.name,
    got: piece.udi.gtin ?? t`条码未写`,
    comparison: other?.comparison ?? compareFacts(line.gtin, piece.udi.gtin),
    ...(piece.byHand ? { word: t`人工选定` } : {}),
  }
  const parameters = compareParameters(line, piece.said, { kind, day, by: 'label' }).map(
    ({ field, ordered, got, comparison, asked: isAsked }): Row => ({
      key: field,
      label: [labelOf(field), unitOf(field)].filter(Boolean).join(' '),
      ordered: shownParameter(field, ordered),
      got: got === null ? t`标签未写` : shownParameter(field, got),
      comparison,
      ...(comparison === 'unknown' && !isAsked ? { word: t`标签不印` } : {}),
    }),
  )
  return [...eye, goods, ...parameters]
}
