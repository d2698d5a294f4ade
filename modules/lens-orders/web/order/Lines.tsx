/** What was ordered: a pair of eyes side by side, parameter by parameter, or a list of goods. What differs from its source is marked. */
import { EyeTag, Money, Panel, Rows, Scrolls, t, tr, useHolds } from '#kernel/web/index.ts'
import { PAIRS, type LineParameter } from '../../contract/fields.ts'
import type { OrderInfo, OrderLine } from '../../contract/shapes.ts'
import { labelOf, lineOf, parametersOf, shownParameter, unitOf } from '../words.tsx'

const EYES = ['od', 'os'] as const
export function Lines({ order }: { order: OrderInfo }) {
  return order.items.some((i) => i.eye !== null) ? <Eyes order={order} /> : <Goods order={order} />
}
/** How a parameter of an eye is spelled on the wire: `bc` of the right eye is `bcOd`. */
const pairName = (name: LineParameter, eye: 'od' | 'os'): string =>
  `${Object.entries(PAIRS).find(([, n]) => n === name)?.[0] ?? name}${eye === 'od' ? 'Od' : 'Os'}`

function Eyes({ order }: { order: OrderInfo }) {
  const names = parametersOf(order)
  const differs = order.differs.length
  return (
    <Panel title={t`镜片`} {...(differs ? { note: t`${differs} 处与处方或配适不同` } : {})}>
      <Scrolls>
        <table className="grid num order-eyes">
          <thead>
            <tr>
              <th scope="col">{t`眼别`}</th>
              <th scope="col">{t`商品`}</th>
              {names.map((name) => (
                <th key={name} scope="col" className="right">
                  {labelOf(name)}
                  {unitOf(name) && <i className="unit"> {unitOf(name)}</i>}
                </th>
              ))}
              <th scope="col" className="right">{t`数量`}</th>
              <th scope="col" className="right">{t`金额`}</th>
            </tr>
          </thead>
          <tbody>
            {EYES.map((eye) => {
              const line = lineOf(order.items, eye)
              return (
                <tr key={eye}>
                  <th scope="row">
                    <EyeTag eye={eye} />
                  </th>
                  <td>{line?.name ?? '—'}</td>
                  {names.map((name) => {
                    const other = order.differs.includes(pairName(name, eye))
                    return (
                      <td key={name} className={other ? 'right order-differs' : 'right'} title={other ? t`与处方或配适不同` : undefined}>
                        {shownParameter(name, line?.[name])}
                        {other && ' ≠'}
                      </td>
                    )
                  })}
                  <td className="right">{line ? amount(line) : '—'}</td>
                  <td className="right">{line ? <Money of={line.price === null ? null : line.price * line.ordered} /> : '—'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Scrolls>
    </Panel>
  )
}
/** Pieces ordered, and how many of them came. */
const amount = ({ ordered, received, rejected, unit }: OrderLine): string =>
  `${received || rejected ? `${received} / ` : ''}${ordered}${unit ? ` ${tr(unit)}` : ''}`

function Goods({ order }: { order: OrderInfo }) {
  const cost = useHolds()('order:cost')
  const names = parametersOf(order)
  return (
    <Panel title={t`订购明细`}>
      <Rows
        rows={order.items}
        rowKey={(l) => l.lineId}
        columns={[
          { title: t`商品`, cell: (l) => l.name },
          ...names.map((name) => ({ title: labelOf(name), right: true, cell: (l: OrderLine) => shownParameter(name, l[name]) })),
          { title: t`数量`, right: true, cell: amount },
          { title: t`零售价`, right: true, cell: (l) => <Money of={l.price} /> },
          ...(cost ? [{ title: t`进价`, right: true, cell: (l: OrderLine) => <Money of={l.cost} /> }] : []),
        ]}
      />
    </Panel>
  )
}
