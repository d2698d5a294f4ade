/** One article being written; what may not be said stands beside it, and the phone shows it while it is typed. */
import { Button, DatePicker, Input, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Act, Can, Dot, Status, t, toast, tr, useHolds, useKeys, useSend, useWho, type SentOf } from '#kernel/web/index.ts'
import { checkWording, type WordingFinding } from '#modules/marketing/contract/wording/wording.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { contentCategories, MEDICAL_CONTENT } from '../../contract/fields.ts'
import type { ContentItem } from '../../contract/shapes.content.ts'
import { onShelf } from '../../contract/states.ts'
import { Findings } from '../Findings.tsx'
import { OnePicture } from '../PictureField.tsx'
import { staleContent } from '../stale.ts'
import { Article } from './Article.tsx'
import { RichText } from './RichText.tsx'

type Draft = SentOf<(typeof campaigns)['content-manage.create']>
const blank: Draft = { title: '', category: 1, body: '' }
const draftOf = (item: ContentItem): Draft => {
  const { title, summary, category, body, cover, fromDate, toDate, adNo, adUntil, wordingReason, stores } = item
  return { title, summary, category, body, cover, fromDate, toDate, adNo, adUntil, wordingReason, stores }
}
const plainOf = (html: string): string => html.replace(/<[^>]*>/g, '\n').replace(/&nbsp;/g, ' ')

interface EditorProps {
  item: ContentItem | undefined
  onDirty: (dirty: boolean) => void
  onMade: (contentId: number) => void
}
export function ContentEditor({ item, onDirty, onMade }: EditorProps) {
  const who = useWho()
  const [draft, setDraft] = useState<Draft>(() => (item ? draftOf(item) : blank))
  const [dirty, setDirty] = useState(false)
  const mayEdit = useHolds()('content:edit')
  const set = (patch: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...patch }))
    setDirty(true)
    onDirty(true)
  }
  const acts = useActs(item, { clean: () => (setDirty(false), onDirty(false)), onMade })
  const texts = [
    ['标题', draft.title],
    ['摘要', draft.summary ?? ''],
    ['正文', plainOf(draft.body ?? '')],
  ] as const
  const findings = texts.flatMap(([, text]) => checkWording(text))
  const save = () => mayEdit && acts.save({ ...draft, hid: item?.hid ?? who.hid })
  useKeys({ 'Ctrl+s': () => void save() })
  const replace = ({ words, instead }: WordingFinding) =>
    instead && set({ title: draft.title.replace(words, instead), body: (draft.body ?? '').replace(words, instead) })
  return (
    <>
      <section className="content-editor" aria-label={t`编辑内容`}>
        <Bar draft={draft} set={set} item={item} />
        <RichText html={draft.body ?? ''} onChange={(body) => body !== draft.body && set({ body })}>
          <Input
            className="content-title"
            variant="borderless"
            maxLength={60}
            value={draft.title}
            placeholder={t`标题`}
            aria-label={t`标题`}
            onChange={(e) => set({ title: e.target.value })}
          />
          <OnePicture url={draft.cover} onChange={(cover) => set({ cover })} />
        </RichText>
        <Foot item={item} dirty={dirty} findings={findings} acts={acts} onSave={() => void save()} title={draft.title} />
      </section>
      <aside className="content-findings" aria-label={t`用词与来源`}>
        <h2>{t`用词与来源`}</h2>
        <Findings texts={texts} onReplace={replace} />
        {findings.some((f) => f.level === 'asked') && (
          <Input.TextArea
            rows={2}
            maxLength={200}
            value={draft.wordingReason ?? ''}
            placeholder={t`不是广告，写理由`}
            aria-label={t`用词说明`}
            onChange={(e) => set({ wordingReason: e.target.value || null })}
          />
        )}
        {draft.category === MEDICAL_CONTENT && <Certificate draft={draft} set={set} />}
      </aside>
      <PhoneView draft={draft} item={item} />
    </>
  )
}

function useActs(item: ContentItem | undefined, { clean, onMade }: { clean: () => void; onMade: (id: number) => void }) {
  const options = { invalidates: staleContent }
  const made = (saved: ContentItem) => (clean(), toast(t`已存草稿`, 'ok'), onMade(saved.contentId))
  const create = useSend(campaigns['content-manage.create'], { ...options, onSuccess: made })
  const update = useSend(campaigns['content-manage.update'], { ...options, onSuccess: made })
  const submit = useSend(campaigns['content-manage.submit'], { ...options, onSuccess: () => toast(t`已送审`, 'ok') })
  const status = useSend(campaigns['content-manage.status'], { ...options, onSuccess: () => toast(t`已保存`, 'ok') })
  const remove = useSend(campaigns['content-manage.delete'], { ...options, onSuccess: () => (clean(), toast(t`已删除`, 'ok')) })
  return {
    busy: create.isPending || update.isPending || submit.isPending || status.isPending,
    save: (draft: Draft) => (item ? update.mutate({ ...draft, id: item.contentId, version: item.version }) : create.mutate(draft)),
    submit: () => item && submit.mutate({ id: item.contentId }),
    show: () => item && status.mutate({ id: item.contentId, status: onShelf.is.up }),
    hide: () => item && status.mutate({ id: item.contentId, status: onShelf.is.down }),
    remove: () => item && remove.mutate({ id: item.contentId }),
  }
}
type Acts = ReturnType<typeof useActs>

interface PartProps {
  draft: Draft
  set: (patch: Partial<Draft>) => void
}
const Bar = ({ draft, set, item }: PartProps & { item: ContentItem | undefined }) => (
  <div className="content-bar">
    <Select
      size="small"
      aria-label={t`分类`}
      value={draft.category ?? 1}
      options={Object.entries(contentCategories).map(([value, label]) => ({ value: Number(value) as 1, label: tr(label) }))}
      onChange={(category) => set({ category })}
    />
    <DatePicker.RangePicker
      size="small"
      allowEmpty={[true, true]}
      aria-label={t`展示期间`}
      placeholder={[t`起`, t`不限止`]}
      value={[draft.fromDate ? dayjs(draft.fromDate) : null, draft.toDate ? dayjs(draft.toDate) : null]}
      onChange={(days) => set({ fromDate: days?.[0]?.format('YYYY-MM-DD') ?? null, toDate: days?.[1]?.format('YYYY-MM-DD') ?? null })}
    />
    <span className="soft num">{t`${plainOf(draft.body ?? '').replace(/\s/g, '').length} 字`}</span>
    {item && <Status of={onShelf} value={item.status} />}
    {item && (
      <span className="soft">
        {t`${item.authorName ?? ''}写`}
        {item.reviewerName ? t`，${item.reviewerName}审` : ''}
      </span>
    )}
  </div>
)
const Certificate = ({ draft, set }: PartProps) => (
  <div className="certificate">
    <Input
      size="small"
      maxLength={60}
      value={draft.adNo ?? ''}
      placeholder={t`医疗广告审查证明文号`}
      aria-label={t`医疗广告审查证明文号`}
      onChange={(e) => set({ adNo: e.target.value || null })}
    />
    <DatePicker
      size="small"
      aria-label={t`审查证明有效期至`}
      placeholder={t`审查证明有效期至`}
      value={draft.adUntil ? dayjs(draft.adUntil) : null}
      onChange={(day) => set({ adUntil: day?.format('YYYY-MM-DD') ?? null })}
    />
  </div>
)

interface FootProps {
  item: ContentItem | undefined
  dirty: boolean
  findings: readonly WordingFinding[]
  acts: Acts
  onSave: () => void
  title: string
}
function Foot({ item, dirty, findings, acts, onSave, title }: FootProps) {
  const who = useWho()
  const blocked = findings.filter((f) => f.level === 'blocked').length
  const wrong = blocked > 0 && t`还有 ${blocked} 处不能说`
  const own = item !== undefined && item.authorId === who.ctid
  return (
    <footer className="content-foot">
      <span>{wrong ? <Dot tone="bad">{wrong}</Dot> : dirty ? t`有改动没存` : ''}</span>
      {item && (
        <a href={`/preview-wechat?id=${item.contentId}`} target="_blank" rel="noreferrer">
          {t`在手机上看`}
        </a>
      )}
      <Can code="content:edit">
        {item && item.status === onShelf.is.down && <Button danger onClick={acts.remove}>{t`删除`}</Button>}
        <Act loading={acts.busy} unless={!title.trim() && t`请先写标题`} onClick={onSave}>
          {t`存草稿`} <kbd>Ctrl S</kbd>
        </Act>
        {item && item.status === onShelf.is.down && !item.submittedAt && (
          <Act type="primary" unless={(dirty && t`请先存草稿`) || wrong} onClick={acts.submit}>{t`送审`}</Act>
        )}
      </Can>
      {item && item.status === onShelf.is.down && item.submittedAt && (
        <Can code="content:publish">
          <Act type="primary" unless={(own && t`作者不能审核自己的内容`) || (dirty && t`请先存草稿`) || wrong} onClick={acts.show}>
            {t`审核并上架`}
          </Act>
        </Can>
      )}
      {item && item.status === onShelf.is.up && (
        <Can code="content:publish">
          <Button onClick={acts.hide}>{t`下架`}</Button>
        </Can>
      )}
    </footer>
  )
}

function PhoneView({ draft, item }: { draft: Draft; item: ContentItem | undefined }) {
  const [width, setWidth] = useState<number>(390)
  return (
    <aside className="content-phone" aria-label={t`手机上的样子`}>
      <div className="phone-frame" style={{ width: width === 390 ? 272 : 224 }}>
        <Article
          title={draft.title}
          cover={draft.cover ?? null}
          body={draft.body ?? ''}
          category={draft.category ?? 1}
          by={[item?.authorName, item?.reviewerName].filter(Boolean).join(' · ')}
          adNo={draft.adNo ?? null}
        />
      </div>
      <Segmented size="small" value={width} options={[390, 320]} onChange={setWidth} aria-label={t`手机宽度`} />
    </aside>
  )
}
