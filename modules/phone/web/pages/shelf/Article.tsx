/** A published article. */
import { t } from '#kernel/web/i18n.ts'
import { calls } from '../../ask.ts'
import { Body } from '../../look/CampaignParts.tsx'
import { Answer } from '../../look/Parts.tsx'
import { searchOf, useAnswer, useHere } from '../../look/use.ts'

interface Shown {
  readonly title: string
  readonly cover: string | null
  readonly body: string
  readonly updatedAt: string
  readonly storeName: string
  readonly adNo: string | null
}
export default function Article() {
  const id = Number(searchOf(useHere()).get('id')) || 0
  const answered = useAnswer<Shown>(calls.article, { id })
  return (
    <Answer of={answered}>
      {({ title, cover, body, updatedAt, storeName, adNo }) => (
        <article className="h5-card">
          {cover && <img className="h5-poster" src={cover} alt="" />}
          <h2 className="h5-headline">{title}</h2>
          <p className="h5-soft">{`${storeName} · ${updatedAt.slice(0, 10)}`}</p>
          <Body html={body} />
          {adNo && <p className="h5-source">{t`医疗广告审查证明：${adNo}`}</p>}
        </article>
      )}
    </Answer>
  )
}
