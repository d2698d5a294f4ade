/** Articles: written by one, reviewed and shown by another. */
import { type Page, type z, wordsOfReason } from '#kernel/contract/index.ts'
import {
  change,
  columnsOf,
  completed,
  insert,
  lit,
  locked,
  may,
  pageOf,
  remove,
  sql,
  update,
  type Cx,
  type Open,
  type Row,
} from '#kernel/server/index.ts'
import { MEDICAL_CONTENT } from '../../contract/fields.ts'
import { ContentItem, ContentRow, EditContent, ShownContent } from '../../contract/shapes.content.ts'
import type { ContentQuery, ContentStatus, NewContent, Reorder, WeightList, WrittenContent } from '../../contract/shapes.content.ts'
import { onShelf, signUp } from '../../contract/states.ts'
import { cleanHtml, wordsOfHtml } from './html.ts'
import { checkStores, isFor, storeIn } from '../stores.ts'
import { checkCertificate, checkTexts, ownImage } from '../words.ts'

const { is } = onShelf
type Writing = Cx<'html_script' | 'foreign_link' | 'other_stores'>
type Submitting = Cx<'wording' | 'wording_reason' | 'ad_missing' | 'ad_over' | 'content_empty'>
type Publishing = Submitting & Cx<'content_own'>
const BESIDE = ['authorName', 'reviewerName', 'views', 'signUps'] as const
const from = sql`
  content_item c
  left join contact a on a.oid = c.oid and a.ctid_ = c.author_id
  left join contact r on r.oid = c.oid and r.ctid_ = c.reviewer_id
`
/** Sign-ups of an article: of visitors who read it within the day before. */
const figures = sql`
  a.name author_name, r.name reviewer_name,
  (
    select count(distinct v.visitor)
    from campaign_view v
    where v.oid = c.oid and v.content_id = c.content_id
  )::int views,
  (
    select count(*)
    from campaign_apply y
    where y.oid = c.oid and y.content_id = c.content_id and y.status <> ${lit(signUp.is.cancelled)}
  )::int sign_ups
`
const parts = { of: ContentRow, select: sql`${columnsOf(ContentRow, 'c', ...BESIDE)}, ${figures}`, from }
const order = sql`c.weight desc, c.content_id desc`

export const contentPage = (cx: Cx, query: z.output<typeof ContentQuery>): Promise<Page<ContentRow>> =>
  pageOf(
    cx,
    {
      ...parts,
      where: [
        isFor(sql`c`, storeIn(cx, query.hid)),
        query.status !== undefined && sql`c.status = ${query.status}`,
        query.category !== undefined && sql`c.category = ${query.category}`,
        Boolean(query.title) && sql`position(${query.title ?? ''} in c.title) > 0`,
      ],
      order: sql`c.status desc, ${order}`,
    },
    query,
  )
export async function contentOf(cx: Cx, id: number): Promise<ContentItem> {
  const found = await cx.db.one(
    ContentItem,
    sql`
      select ${columnsOf(ContentItem, 'c', ...BESIDE)}, ${figures}
      from ${from}
      where c.content_id = ${id} and coalesce(c.stores, array[c.hid]) && ${[...cx.who.hids]}::bigint[]
    `,
  )
  return found ?? cx.refuse('not_found', { what: '内容' })
}
export async function weightList(cx: Cx, hid: number | undefined): Promise<z.output<typeof WeightList>> {
  const rows = await cx.db.rows(
    ContentRow,
    sql`
      select ${parts.select}
      from ${from}
      where ${isFor(sql`c`, storeIn(cx, hid))}
      order by ${order}
    `,
  )
  return { list: rows.filter((r) => r.status === is.up), down: rows.filter((r) => r.status === is.down) }
}
/** Gives the articles named their weights anew, the first the highest; others keep theirs below. */
export async function reorderContent(cx: Cx, { hid, ids }: z.output<typeof Reorder>): Promise<z.output<typeof WeightList>> {
  const store = storeIn(cx, hid)
  if (!may(cx, 'content:edit', store)) cx.refuse('no_access', { what: '编辑内容', code: 'content:edit' })
  const unique = [...new Set(ids)]
  const changed = await cx.db.run(
    sql`
      update content_item
      set weight = ${unique.length}::int - place.nth::int + 1
      from unnest(${unique}::bigint[]) with ordinality place(id, nth)
      where content_item.content_id = place.id and content_item.hid = ${store}
    `,
  )
  if (changed < unique.length) cx.refuse('not_found', { what: '内容', field: 'ids' })
  cx.touch('campaigns')
  return weightList(cx, store)
}

/** What is written, cleaned. Words are checked when it is handed in: a draft holds what was typed. */
function cleaned(cx: Writing, hid: number, values: WrittenContent): Partial<Row<'content_item'>> {
  if (values.fromDate && values.toDate && values.toDate < values.fromDate)
    cx.refuse('bad_input', { what: '结束日期：不能早于开始日期', field: 'toDate' })
  return {
    ...values,
    stores: checkStores(cx, hid, values.stores, 'content:edit'),
    cover: ownImage(cx, values.cover, 'cover'),
    body: cleanHtml(cx, values.body, 'body'),
  }
}
export async function createContent(cx: Writing, { hid, ...values }: z.output<typeof NewContent>): Promise<ContentItem> {
  const store = storeIn(cx, hid)
  const staff = cx.who.ctid || null
  const { contentId } = await insert(cx, 'content_item', { ...cleaned(cx, store, values), hid: store, authorId: staff, editorId: staff })
  cx.touch('campaigns')
  return contentOf(cx, contentId)
}
/** A changed article is reviewed anew before anybody sees it. */
export async function updateContent(cx: Writing, input: z.output<typeof EditContent>): Promise<ContentItem> {
  const before = await locked(cx, 'content_item', { contentId: input.id }, { version: input.version ?? null })
  if (!may(cx, 'content:edit', before.hid)) cx.refuse('no_access', { what: '编辑内容', code: 'content:edit' })
  const { id, version: _, ...values } = completed(EditContent, before, input)
  await change(
    cx,
    'content_item',
    { contentId: id },
    {},
    {
      ...cleaned(cx, before.hid, values),
      status: is.down,
      editorId: cx.who.ctid || null,
      reviewerId: null,
      reviewedAt: null,
      submittedAt: null,
      downReason: before.status === is.up ? '修改后待审核' : before.downReason,
      updatedAt: cx.now,
    },
  )
  cx.touch('campaigns')
  return contentOf(cx, id)
}
export async function deleteContent(cx: Cx, id: number): Promise<null> {
  const row = await locked(cx, 'content_item', { contentId: id })
  if (!may(cx, 'content:edit', row.hid)) cx.refuse('no_access', { what: '编辑内容', code: 'content:edit' })
  if (row.status === is.up) cx.refuse('locked', { what: '上架中的内容' })
  await remove(cx, 'content_item', { contentId: id })
  cx.touch('campaigns')
  return null
}

/** Refuses what readers may not see: forbidden words, an empty text, a medical service without its certificate. */
function checkReady(cx: Submitting, row: Row<'content_item'>): void {
  const words = wordsOfHtml(row.body)
  if (wordsOfReason(words) === undefined) cx.refuse('content_empty', { field: 'body' })
  checkTexts(cx, { title: row.title, summary: row.summary, body: words }, row.wordingReason)
  checkCertificate(cx, { ...row, medical: row.category === MEDICAL_CONTENT })
}
export async function submitContent(cx: Submitting, id: number): Promise<ContentItem> {
  const row = await locked(cx, 'content_item', { contentId: id })
  if (!may(cx, 'content:edit', row.hid)) cx.refuse('no_access', { what: '编辑内容', code: 'content:edit' })
  checkReady(cx, row)
  await update(cx, 'content_item', { contentId: id }, { submittedAt: cx.now })
  cx.touch('campaigns')
  return contentOf(cx, id)
}
/** Showing an article is its review: the reviewer is neither its author nor who changed it last. */
export async function setContentStatus(cx: Publishing, { id, status, reason }: z.output<typeof ContentStatus>): Promise<ContentItem> {
  const row = await locked(cx, 'content_item', { contentId: id })
  if (!may(cx, 'content:publish', row.hid)) cx.refuse('no_access', { what: '发布内容', code: 'content:publish' })
  if (status === is.up && row.status !== is.up) {
    checkReady(cx, row)
    if (cx.who.ctid === row.authorId || cx.who.ctid === row.editorId) cx.refuse('content_own')
    if (row.toDate && row.toDate < cx.today) cx.refuse('bad_input', { what: '结束日期：已经过了', field: 'toDate' })
    const set = { status, reviewerId: cx.who.ctid, reviewedAt: cx.now, downReason: null }
    await change(cx, 'content_item', { contentId: id }, {}, set)
  } else if (status !== row.status) await change(cx, 'content_item', { contentId: id }, {}, { status, downReason: reason ?? '手动下架' })
  cx.touch('campaigns')
  return contentOf(cx, id)
}

/** A published article, for a visitor. */
export async function shownContent(cx: Open, id: number): Promise<ShownContentRow> {
  const found = await cx.db.one(ShownContent, sql`select * from content_shown(${id}, ${cx.now.slice(0, 10)}::date)`)
  return found ?? cx.refuse('not_found', { what: '内容' })
}
type ShownContentRow = z.output<typeof ShownContent>
