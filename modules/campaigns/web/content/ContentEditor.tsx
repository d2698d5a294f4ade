/** One article being written; what may not be said stands beside it, and the phone shows it while it is typed. */
import { Button, DatePicker, Input, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { Check } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Act, ActionBar, Can, Status, t, toast, tr, useHolds, useKeys, useSend, useWho, type SentOf } from '#kernel/web/index.ts'
import { checkWording, type WordingFinding } from '#modules/marketing/contract/wording/wording.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { contentCategories, MEDICAL_CONTENT } from '../../contract/fields.ts'
import type { ContentItem } from '../../contract/shapes.content.ts'
import { onShelf } from '../../contract/states.ts'
import { Findings } from '../Findings.tsx'
import { useMarks } from './marks.ts'
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
  const root = useRef<HTMLDivElement>(null)
  const { texts, findings } = useWording(draft)
  const nextFinding = useMarks(root, findings)
  const save = () => mayEdit && acts.save({ ...draft, hid: item?.hid ?? who.hid })
  const main = mainOf({
    item,
    dirty,
    acts,
    save: () => void save(),
    mayPublish: useHolds()('content:publish'),
    isOwn: item?.authorId === who.ctid,
  })
  const problems = problemsOfContent(draft, findings)
  const go = () => {
    if (!main) return
    // A draft may be unfinished; what goes to others may not.
    if (main.isFinal && problems[0]) toast(problems[0].sentence, 'warn')
    else main.run()
  }
  useKeys({ 'Ctrl+s': go, F8: nextFinding })
  return (
    <div className="content-parts" ref={root}>
      <section className="content-editor" aria-label={t`编辑内容`}>
        <Bar draft={draft} set={set} item={item} />
        <RichText html={draft.body ?? ''} onChange={(text) => text !== draft.body && set({ body: text })}>
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
      </section>
      <Notes draft={draft} set={set} texts={texts} isAsked={findings.some((f) => f.level === 'asked')} />
      <PhoneView draft={draft} item={item} />
      <ActionBar
        problems={problems}
        jump={nextFinding}
        hints={hints()}
        more={<More item={item} dirty={dirty} acts={acts} />}
        {...(main ? { save: { label: main.label, run: go, busy: acts.busy } } : {})}
      />
    </div>
  )
}
/** The texts of a draft, and what may not be said in them. */
function useWording({ title, summary, body }: Draft) {
  return useMemo(() => {
    const texts = [
      ['标题', title],
      ['摘要', summary ?? ''],
      ['正文', plainOf(body ?? '')],
    ] as const
    return { texts, findings: texts.flatMap(([, text]) => checkWording(text)) }
  }, [title, summary, body])
}
interface NotesProps extends PartProps {
  texts: ReturnType<typeof useWording>['texts']
  isAsked: boolean
}
function Notes({ draft, set, texts, isAsked }: NotesProps) {
  const replace = ({ words, instead }: WordingFinding) =>
    instead && set({ title: draft.title.replace(words, instead), body: (draft.body ?? '').replace(words, instead) })
  return (
    <aside className="content-findings" aria-label={t`用词与来源`}>
      <h2>{t`用词与来源`}</h2>
      <Passed draft={draft} />
      <Findings texts={texts} onReplace={replace} />
      {isAsked && (
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
  )
}
const hints = () =>
  [
    [['Alt ↑', 'Alt ↓'], t`移动文章`],
    [['Ctrl B'], t`加粗`],
    [['F8'], t`下一处`],
  ] as const
interface MainAct {
  readonly label: string
  readonly run: () => void
  /** It goes to others: nothing may be left that cannot be said. */
  readonly isFinal: boolean
}
interface MainOfOptions {
  readonly item: ContentItem | undefined
  readonly dirty: boolean
  readonly acts: Acts
  readonly save: () => void
  readonly mayPublish: boolean
  readonly isOwn: boolean
}
/** The one thing to do next: keep what changed, hand it in, or let it out. */
function mainOf({ item, dirty, acts, save, mayPublish, isOwn }: MainOfOptions): MainAct | undefined {
  if (dirty || !item) return { label: t`存草稿`, run: save, isFinal: false }
  if (item.status !== onShelf.is.down) return undefined
  if (!item.submittedAt) return { label: t`送审`, run: acts.submit, isFinal: true }
  return mayPublish && !isOwn ? { label: t`审核并上架`, run: acts.show, isFinal: true } : undefined
}
function problemsOfContent(draft: Draft, findings: readonly WordingFinding[]) {
  const wrong = (sentence: string) => ({ field: 'body', sentence, kind: 'wrong' as const })
  const lacksReason = findings.some((f) => f.level === 'asked') && !draft.wordingReason
  return [
    ...(draft.title.trim() ? [] : [wrong(t`请先写标题`)]),
    ...findings.filter((f) => f.level === 'blocked').map((f) => wrong(t`“${f.words}”不能说`)),
    ...(lacksReason ? [{ ...wrong(t`有要说明的词，请写理由`), kind: 'ask' as const }] : []),
  ]
}
/** What was looked at and is in order, as quiet lines. */
const Passed = ({ draft: { body, category } }: { draft: Draft }) => (
  <>
    {!/<script|javascript:|href="https?:/i.test(body ?? '') && (
      <p className="finding-none">
        <Check size={14} /> {t`没有网页脚本，没有外部链接`}
      </p>
    )}
    {category !== MEDICAL_CONTENT && (
      <p className="finding-none">
        <Check size={14} /> {t`没有收费的医疗服务，不需要审查证明`}
      </p>
    )}
  </>
)

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

function More({ item, dirty, acts }: { item: ContentItem | undefined; dirty: boolean; acts: Acts }) {
  const who = useWho()
  if (!item) return null
  const isDown = item.status === onShelf.is.down
  return (
    <>
      {isDown && item.submittedAt && item.authorId === who.ctid && <span className="soft">{t`已送审，等另一人审核`}</span>}
      <a href={`/preview-wechat?id=${item.contentId}`} target="_blank" rel="noreferrer">
        {t`在手机上看`}
      </a>
      {isDown ? (
        <Can code="content:edit">
          <Button danger onClick={acts.remove}>{t`删除`}</Button>
        </Can>
      ) : (
        <Can code="content:publish">
          <Act unless={dirty && t`请先存草稿`} onClick={acts.hide}>{t`下架`}</Act>
        </Can>
      )}
    </>
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
