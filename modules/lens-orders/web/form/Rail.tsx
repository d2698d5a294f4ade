/**
 * Beside an order that is written, in the order of the questions: what it costs, whether the store may order it, when it is here, who looks
 * at it.
 */
import { Button } from 'antd'
import { Dot, Facts, Money, Panel, t, useWho } from '#kernel/web/index.ts'
import type { OrderPreview } from '../../contract/preview.ts'

export function Rail({ seen, promise }: { seen: OrderPreview | undefined; promise: (day: string) => void }) {
  const { name } = useWho()
  if (!seen)
    return (
      <Panel title={t`价格和承诺`}>
        <p className="soft">{t`选好会员和商品后，这里是价格、额度和到货日`}</p>
      </Panel>
    )
  const { credit, lead, costTotal } = seen
  const short = costTotal !== null && credit.free !== null && costTotal > credit.free
  return (
    <>
      <Panel title={t`价格`}>
        <Facts
          columns={1}
          items={[
            ['金额', <Money key="t" of={seen.total} />],
            ...(costTotal === null ? [] : [['进价合计', <Money key="c" of={costTotal} />] as const]),
          ]}
        />
        <p className="soft">{seen.billed ? t`提交时为会员开收费单` : t`不向会员另收费`}</p>
      </Panel>
      <Panel title={t`本院额度`}>
        {credit.limit === null ? (
          <p className="soft">{t`总部没有设采购额度`}</p>
        ) : (
          <>
            <Facts
              columns={1}
              items={[
                ['采购额度', <Money key="l" of={credit.limit} />],
                ['已占用', <Money key="u" of={credit.used} />],
                ['可用额度', <Money key="f" of={credit.free} />],
              ]}
            />
            <p>
              <Dot tone={short ? 'bad' : 'ok'}>{short ? t`额度不够` : t`额度够用`}</Dot>
            </p>
          </>
        )}
      </Panel>
      <Panel title={t`承诺`} {...(lead.orders ? { note: t`近 ${lead.orders} 单实际天数` } : {})}>
        <p>{lead.p90 === null ? t`还没有这家供应商的到货记录，按品牌天数` : t`五成 ${lead.p50 ?? 0} 天内到，九成 ${lead.p90} 天内到`}</p>
        <Button size="small" onClick={() => promise(lead.promisedOn)}>{t`承诺 ${lead.promisedOn}`}</Button>
      </Panel>
      {seen.needsReview && (
        <Panel title={t`审核`}>
          <p>
            <Dot tone="warn">{t`提交后须由他人审核，${name} 不能自审`}</Dot>
          </p>
        </Panel>
      )}
    </>
  )
}
