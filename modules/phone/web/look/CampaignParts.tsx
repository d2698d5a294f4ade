/** Pieces of a campaign: its head, its sessions, its form. */
import { t, tr } from '#kernel/web/i18n.ts'
import { unless } from '#kernel/web/screen/unless.ts'
import type { ShownCampaign } from '../../contract/shapes.shelf.ts'
import { dayWords, momentWords } from './words.ts'

/** Article and campaign texts were cleaned by the server before they were kept (campaigns/server/content/html.ts). */
export const Body = ({ html }: { html: string }) => <div className="h5-article" dangerouslySetInnerHTML={{ __html: html }} />

const spanOf = ({ fromAt, toAt }: ShownCampaign): string => [fromAt && dayWords(fromAt), toAt && dayWords(toAt)].filter(Boolean).join(' – ')
const stateWords = (state: ShownCampaign['state']): string =>
  ({ draft: t`草稿`, waiting: t`还没开始`, running: t`进行中`, ended: t`已结束`, withdrawn: t`已停止报名` })[state]
export const isOpen = ({ state }: Pick<ShownCampaign, 'state'>): boolean => state === 'waiting' || state === 'running'

export function CampaignHead({ campaign }: { campaign: ShownCampaign }) {
  const { poster, title, storeName, audience, reward, state, content, adNo } = campaign
  return (
    <>
      {poster && <img className="h5-poster" src={poster} alt="" />}
      <h2 className="h5-headline">{title}</h2>
      <p className="h5-soft">{[spanOf(campaign), storeName, stateWords(state)].filter(Boolean).join(' · ')}</p>
      <p className="h5-soft">{[audience, reward && t`到店得 ${reward}`].filter(Boolean).join(' · ')}</p>
      <Body html={content} />
      {adNo && <p className="h5-source">{t`医疗广告审查证明：${adNo}`}</p>}
    </>
  )
}

interface SessionsProps {
  readonly sessions: ShownCampaign['sessions']
  readonly chosen: number | undefined
  readonly choose: (sessionId: number) => void
}
/** Sessions with free places; a full one can still be waited for. */
export const Sessions = ({ sessions, chosen, choose }: SessionsProps) => (
  <div className="h5-sessions" role="group" aria-label={t`场次`}>
    {sessions.map(({ sessionId, startsAt, endsAt, left, waiting, isOver }) => (
      <button
        key={sessionId}
        type="button"
        aria-pressed={sessionId === chosen}
        {...unless(isOver && t`这一场已经开始`, () => choose(sessionId))}
      >
        <b>{`${momentWords(startsAt)}–${endsAt.slice(11, 16)}`}</b>
        <small>{isOver ? t`已开始` : left > 0 ? t`还有 ${left} 个名额` : t`报满了，候补 ${waiting} 人`}</small>
      </button>
    ))}
  </div>
)

type FormField = ShownCampaign['fields'][number]
const labels: Readonly<Record<FormField, string>> = {
  school: '学校',
  grade: '年级',
  guardian: '家长称呼',
  wearing: '现在戴镜',
  concern: '想了解的问题',
  remark: '备注',
}
interface FieldsProps {
  readonly fields: readonly FormField[]
  readonly answers: Readonly<Partial<Record<FormField, string>>>
  readonly change: (answers: Partial<Record<FormField, string>>) => void
}
export const Fields = ({ fields, answers, change }: FieldsProps) =>
  fields.map((key) => (
    <label key={key} className="h5-field">
      <span>{tr(labels[key])}</span>
      <input value={answers[key] ?? ''} maxLength={60} onChange={(e) => change({ ...answers, [key]: e.target.value })} />
    </label>
  ))
export type Answers = Partial<Record<FormField, string>>
