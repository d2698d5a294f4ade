/** What the house shows under the first page's cards: banners, campaigns and offers, articles. */
import { t } from '#kernel/web/i18n.ts'
import type { PhoneCampaignRow, PhoneShelf } from '../../contract/shapes.shelf.ts'
import { Row, To } from './Parts.tsx'
import { dayWords, yuan } from './words.ts'

export function Shelf({ banners, campaigns, articles, offers }: PhoneShelf) {
  const open = offers.filter((o) => !o.soldOut)
  const [best] = open
  return (
    <>
      {banners.length > 0 && <Banners banners={banners} />}
      {(campaigns.length > 0 || offers.length > 0) && (
        <ul className="h5-card h5-rows" aria-label={t`活动和优惠`}>
          {campaigns.slice(0, SHOWN).map((campaign) => (
            <CampaignRow key={campaign.campaignId} {...campaign} />
          ))}
          {offers.length > 0 && (
            <Row
              path="/h5/campaigns"
              title={best ? t`${open.length} 个优惠` : t`优惠都已售罄`}
              note={best && `${best.name} ${yuan(best.promotionPrice)}`}
            />
          )}
        </ul>
      )}
      {articles.length > 0 && <Articles articles={articles} />}
    </>
  )
}
const SHOWN = 3
const Banners = ({ banners }: Pick<PhoneShelf, 'banners'>) => (
  <section className="h5-banners" aria-label={t`门店近况`} tabIndex={0}>
    {banners.map(({ bannerId, title, image, path }) =>
      path ? (
        <a key={bannerId} href={path}>
          <img src={image} alt="" />
          <b>{title}</b>
        </a>
      ) : (
        <div key={bannerId}>
          <img src={image} alt="" />
          <b>{title}</b>
        </div>
      ),
    )}
  </section>
)
const kindWords = (kind: PhoneCampaignRow['kind']): string => ({ 1: t`报名`, 2: t`领券`, 3: t`推荐朋友`, 4: t`签到` })[kind]
function CampaignRow({ campaignId, title, kind, state, fromAt, toAt, quota, taken }: PhoneCampaignRow) {
  const when = state === 'waiting' ? fromAt && t`${dayWords(fromAt)} 开始` : toAt && t`到 ${dayWords(toAt)}`
  const places = quota > 0 && (taken < quota ? t`还有 ${quota - taken} 个名额` : t`报满了，可候补`)
  return <Row path={`/h5/campaign?id=${campaignId}`} title={title} note={[kindWords(kind), when, places].filter(Boolean).join(' · ')} />
}
export const CampaignRows = ({ campaigns }: Pick<PhoneShelf, 'campaigns'>) => (
  <ul className="h5-card h5-rows">
    {campaigns.map((campaign) => (
      <CampaignRow key={campaign.campaignId} {...campaign} />
    ))}
  </ul>
)
const Articles = ({ articles }: Pick<PhoneShelf, 'articles'>) => (
  <ul className="h5-card h5-rows" aria-label={t`文章`}>
    {articles.slice(0, SHOWN).map(({ contentId, title, cover, summary }) => (
      <li key={contentId}>
        <To path={`/h5/article?id=${contentId}`} className="h5-row">
          {cover && <img className="h5-cover" src={cover} alt="" loading="lazy" />}
          <span className="h5-row-words">
            <b>{title}</b>
            {summary && <small>{summary}</small>}
          </span>
        </To>
      </li>
    ))}
  </ul>
)
