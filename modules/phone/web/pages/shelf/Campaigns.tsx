/** Campaigns and offers of the store. What is sold out says so, in its place. */
import { t } from '#kernel/web/i18n.ts'
import type { PhoneHome } from '../../../contract/shapes.ts'
import type { PhoneOffer } from '../../../contract/shapes.shelf.ts'
import { calls } from '../../ask.ts'
import { Answer, Empty } from '../../look/Parts.tsx'
import { CampaignRows } from '../../look/Shelf.tsx'
import { useAnswer } from '../../look/use.ts'
import { dayWords, yuan } from '../../look/words.ts'
import type { PageProps } from '../../Phone.tsx'

export default function Campaigns({ member }: PageProps) {
  const answered = useAnswer<PhoneHome>(calls.home, { pid: member.pid })
  return (
    <Answer of={answered}>
      {({ shelf: { campaigns, offers } }) => (
        <>
          {campaigns.length > 0 && <CampaignRows campaigns={campaigns} />}
          {offers.map((offer) => (
            <Offer key={offer.promotionId} {...offer} />
          ))}
          {offers.length > 0 && <p className="h5-soft">{t`到店付款时自动按优惠价算，不用领。`}</p>}
          {!campaigns.length && !offers.length && <Empty>{t`现在没有活动和优惠。`}</Empty>}
        </>
      )}
    </Answer>
  )
}
function Offer({ name, itemName, price, promotionPrice, description, image, toDate, left, limitMember, soldOut }: PhoneOffer) {
  const limits = [
    t`到 ${dayWords(toDate)}`,
    limitMember !== null && t`每人限 ${limitMember} 件`,
    !soldOut && left !== null && t`还有 ${left} 件`,
  ]
  return (
    <section className={soldOut ? 'h5-card h5-offer over' : 'h5-card h5-offer'} aria-label={name}>
      {image && <img src={image} alt="" />}
      <div>
        <h2>{name}</h2>
        <p className="h5-soft">{itemName}</p>
        <p>
          <b className="h5-worth">{yuan(promotionPrice)}</b> {price !== null && <s>{yuan(price)}</s>}
        </p>
        {description && <p className="h5-soft">{description}</p>}
        <small>{limits.filter(Boolean).join(' · ')}</small>
      </div>
      {soldOut && <strong className="h5-sold">{t`已售罄`}</strong>}
    </section>
  )
}
