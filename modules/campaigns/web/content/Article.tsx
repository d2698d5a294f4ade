/**
 * An article as a reader sees it. What it shows was cleaned by the server (server/content/html.ts), or is what this browser's editor holds.
 */
import { t, tr } from '#kernel/web/index.ts'
import { contentCategories } from '../../contract/fields.ts'
import '../campaigns.css'

export interface ArticleProps {
  title: string
  cover: string | null
  body: string
  category: keyof typeof contentCategories
  by: string
  adNo: string | null
}
export function Article({ title, cover, body, category, by, adNo }: ArticleProps) {
  const minutes = Math.max(1, Math.round(body.replace(/<[^>]*>/g, '').length / 400))
  return (
    <article className="article">
      {cover && <img className="article-cover" src={cover} alt="" />}
      <h1>{title || t`没有标题`}</h1>
      <p className="article-by">{[tr(contentCategories[category]), by, t`${minutes} 分钟`].filter(Boolean).join(' · ')}</p>
      <div dangerouslySetInnerHTML={{ __html: body }} />
      {adNo && <p className="article-by">{t`医疗广告审查证明：${adNo}`}</p>}
    </article>
  )
}
