/** /preview-wechat: an article or a campaign as the phone shows it, without the layout (R011). */
import { Empty, Until, t, useCall, useSearch } from '#kernel/web/index.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { Article } from './Article.tsx'

export default function Preview() {
  const [search] = useSearch()
  const contentId = Number(search.id) || 0
  const campaignId = Number(search.campaign) || 0
  const content = useCall(campaigns['content-manage.get'], { id: contentId }, { enabled: contentId > 0 })
  const campaign = useCall(campaigns['campaign.get'], { id: campaignId }, { enabled: campaignId > 0 })
  if (!contentId && !campaignId)
    return (
      <main className="phone-page">
        <Empty text={t`请从内容管理或活动打开预览`} />
      </main>
    )
  return (
    <main className="phone-page">
      <Until of={contentId ? content : campaign}>
        {contentId > 0 && content.data && (
          <Article {...content.data} by={[content.data.authorName, content.data.reviewerName].filter(Boolean).join(' · ')} />
        )}
        {campaignId > 0 && campaign.data && (
          <Article
            title={campaign.data.title}
            cover={campaign.data.poster}
            body={campaign.data.content}
            category={1}
            by={campaign.data.storeName}
            adNo={campaign.data.adNo}
          />
        )}
      </Until>
    </main>
  )
}
