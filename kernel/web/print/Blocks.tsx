/** The blocks of a declared paper as the browser prints them. */
import { Fragment, type ReactNode } from 'react'
import { chartOf, type LineChart } from '#kernel/contract/chart.ts'
import type { Block, BlockOf, PaperSum } from '#kernel/contract/paper.ts'
import { tr } from '../i18n.ts'
import { Barcode } from './Barcode.tsx'
import { PaperPicture } from './picture/PaperPicture.tsx'
import { PaperEyes, PaperFacts, PaperTable } from './PrintSheet.tsx'
import { Qr } from './Qr.tsx'
import { Signature } from './Signature.tsx'

// No lazy ones: a paper that prints itself waits for nothing.
const Code = ({ of: { as, of, high } }: { of: BlockOf<'code'> }) =>
  as === 'qr' ? <Qr of={of} /> : <Barcode of={of} {...(high === undefined ? {} : { height: high })} />
/** The codes of a head: one as it is, several beside each other. */
export const Codes = ({ of: block }: { of: ReadonlyArray<BlockOf<'code'>> }) => {
  const codes = block.map((code) => <Code key={code.of} of={code} />)
  return codes.length > 1 ? <span className="paper-codes">{codes}</span> : codes
}
const Sums = ({ of: sums }: { of: readonly PaperSum[] }) => (
  <dl className="paper-sums num">
    {sums.map((sum) => (
      <div key={sum.label} className={sum.total ? 'total' : undefined}>
        <dt>{tr(sum.label)}</dt>
        <dd>{sum.value}</dd>
      </div>
    ))}
  </dl>
)
function Text({ of: block }: { of: BlockOf<'text'> }) {
  const text = (
    <p className={`paper-text ${block.weight ?? ''}`}>{block.weight === 'strong' ? <strong>{block.text}</strong> : block.text}</p>
  )
  if (!block.title) return text
  return (
    <section>
      <h3>{tr(block.title)}</h3>
      {text}
    </section>
  )
}

const Heading = ({ of: { text, note, low } }: { of: BlockOf<'heading'> }) => {
  const Level = low ? 'h4' : 'h3'
  return (
    <Level>
      {tr(text)}
      {note && <small> {note}</small>}
    </Level>
  )
}
/** What its texts are set in, mm. */
const CHART = { width: 180, size: 3 } as const
/** Lines on paper: black on white, told apart by their marks. */
function PaperChart({ of: chart }: { of: LineChart }) {
  const height = chart.high ?? 62
  const { lines, marks, texts } = chartOf(chart, { ...CHART, height })
  return (
    <figure className="paper-chart">
      {chart.title && <figcaption>{tr(chart.title)}</figcaption>}
      <svg viewBox={`0 0 ${CHART.width} ${height}`} role="img" aria-label={tr(chart.title)}>
        {lines.map(({ points, thick, dashed }, i) => (
          <polyline
            key={i}
            points={points.map((p) => p.join()).join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth={thick}
            {...(dashed ? { strokeDasharray: '1 1' } : {})}
          />
        ))}
        {marks.map(({ x, y, round }, i) =>
          round ? (
            <circle key={i} cx={x} cy={y} r={1} fill="currentColor" />
          ) : (
            <path key={i} d={`M${x - 1} ${y - 1}l2 2m0 -2l-2 2`} stroke="currentColor" strokeWidth={0.4} />
          ),
        )}
        {texts.map(({ x, y, text, anchor }, i) => (
          <text key={i} x={x} y={y} textAnchor={anchor} fontSize={CHART.size} fill="currentColor">
            {text}
          </text>
        ))}
      </svg>
    </figure>
  )
}

function shown(block: Block): ReactNode {
  switch (block.is) {
    case 'facts':
      return <PaperFacts items={block.items.map(([label, value]) => [label, value === false ? null : value] as const)} />
    case 'eyes':
      return <PaperEyes columns={block.columns} od={block.od} os={block.os} {...(block.ou ? { ou: block.ou } : {})} />
    case 'table':
      return <PaperTable columns={block.columns} rows={block.rows} {...(block.foot ? { foot: block.foot } : {})} />
    case 'heading':
      return <Heading of={block} />
    case 'chart':
      return <PaperChart of={block.chart} />
    case 'picture':
      return <PaperPicture of={block} />
    case 'sums':
      return <Sums of={block.items.filter((sum) => typeof sum === 'object' && sum !== null)} />
    case 'text':
      return <Text of={block} />
    case 'code':
      return (
        <div className="paper-code">
          <Code of={block} />
        </div>
      )
    case 'blank':
      return (
        <p className="paper-blank">
          <span>{tr(block.text)}</span>
        </p>
      )
    case 'signature':
      return (
        <div className="paper-signed">
          <Signature of={block.path} label={tr(block.label)} />
        </div>
      )
  }
}
export const Blocks = ({ of }: { of: readonly Block[] }) => of.map((block, i) => <Fragment key={i}>{shown(block)}</Fragment>)
