/** Who brought whom. The columns add up to the funnel. */
import { Money, t, tr } from '#kernel/web/index.ts'
import { Check } from 'lucide-react'
import type { Campaign, PromoterList } from '../../contract/shapes.campaigns.ts'

export function Promoters({ answer, own }: { answer: PromoterList; own: Campaign }) {
  const { list, without, funnel } = answer
  const sums = {
    scans: list.reduce((n, r) => n + r.scans, without.scans),
    signUps: list.reduce((n, r) => n + r.signUps, without.signUps),
    came: list.reduce((n, r) => n + r.came, without.came),
  }
  const agrees = sums.scans === funnel.views && sums.signUps === funnel.signUps && sums.came === funnel.came
  const refused = list.reduce((n, r) => n + r.refused, 0)
  const points = list.reduce((n, r) => n + r.points, 0)
  return (
    <div className="campaign-promoters">
      <h3>
        {t`谁带来的`} <small>{t`最后一次扫码，${own.attributionDays} 天内算`}</small>
      </h3>
      <Table answer={answer} agrees={agrees} />
      <p className="soft">
        {points > 0 && t`推广人得 ${points} 积分。`}
        {refused > 0 && t`${refused} 次不算：推荐自己，或原来就是会员。`}
      </p>
    </div>
  )
}

function Table({ answer: { list, without, funnel }, agrees }: { answer: PromoterList; agrees: boolean }) {
  return (
    <table className="signups">
      <thead>
        <tr>
          {[t`推广人`, t`看`, t`报名`, t`到店`, t`净额`].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map((row) => (
          <tr key={row.codeId}>
            <td>
              <strong>{row.promoterName}</strong> <small>{row.place && row.place !== row.promoterName ? row.place : tr(row.kind)}</small>
            </td>
            <td className="num">{row.scans}</td>
            <td className="num">{row.signUps}</td>
            <td className="num">
              <b>{row.came}</b>
            </td>
            <td className="num">
              <Money of={row.money} />
            </td>
          </tr>
        ))}
        <tr>
          <td>{t`没有码`}</td>
          <td className="num">{without.scans}</td>
          <td className="num">{without.signUps}</td>
          <td className="num">{without.came}</td>
          <td className="num">
            <Money of={without.money} />
          </td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th>
            {t`合计`} {agrees && <Check size={14} aria-label={t`与上面相符`} />}
          </th>
          <th className="num">{funnel.views}</th>
          <th className="num">{funnel.signUps}</th>
          <th className="num">{funnel.came}</th>
          <th className="num">
            <Money of={funnel.money} />
          </th>
        </tr>
      </tfoot>
    </table>
  )
}
