/** Pictures of examinations: tied, listed, drawn on, taken away or voided. The bytes are another file's business (`image-files.ts`). */
import { z, type Page, wordsOfReason } from '#kernel/contract/index.ts'
import { find, insert, locked, may, pageOf, remove, sql, update, type Cx, type Row } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { ExamImage, type EditImage, type ImageQuery, type NewImage } from '../contract/images/shapes.ts'
import { examStates, type ExamKind } from '../contract/states.ts'
import { mayChange } from './chain.ts'
import { families } from './families.ts'
import { examRow } from './queries.ts'

type Adding = 'image_locked' | 'image_too_many' | 'image_not_theirs'
const { is } = examStates
const WHAT = '图像'

const kinds = new Map<string, ExamKind>(Object.values(families).map(({ table, kind }) => [table, kind]))
function kindOf(tbl: string): ExamKind {
  const kind = kinds.get(tbl)
  if (!kind) throw new Error(`no examination is kept in ${tbl}`)
  return kind
}

/** Ties an upload of this account to an examination of the member; answers its number. */
export async function addImage(cx: Cx<Adding>, input: NewImage): Promise<number> {
  await patientOf(cx, input.pid)
  const family = families[input.kind]
  const exam = await examRow(cx, family, input.examId)
  if (exam.pid !== input.pid) cx.refuse('image_not_theirs', { field: 'examId' })
  if (exam.status === is.voided) cx.refuse('image_locked', { field: 'examId' })
  await mayChange(cx, exam, input.reason)
  // Somebody else's upload may be another member's: who wants it sends it, or opens the picture it became.
  const file = await find(cx, 'exam_file', { id: input.fileId, uploadedBy: cx.who.ctid })
  if (!file) cx.refuse('not_found', { what: '上传的文件', field: 'fileId' })
  const { eye, imageType, note } = input
  const { id } = await insert(cx, 'exam_image', {
    pid: exam.pid,
    hid: exam.hid,
    fileId: input.fileId,
    tbl: family.table,
    examId: exam.id,
    eye,
    imageType,
    takenAt: input.takenAt ?? exam.examTime,
    ...(note ? { note } : {}),
  })
  return id
}

/** Ties uploads one after the other, all or none, and answers them. */
export async function addImages(cx: Cx<Adding>, list: readonly NewImage[]): Promise<Page<ExamImage>> {
  const ids: number[] = []
  for (const one of list) ids.push(await addImage(cx, one))
  const rows = await Promise.all(ids.map((id) => imageOf(cx, id)))
  return { list: rows, total: rows.length }
}

const ImageRow = ExamImage.omit({ kind: true, url: true }).extend({ tbl: z.string() })
const select = sql`
  i.id, i.pid, i.hid, s.name hospital_name, i.tbl, i.exam_id, i.eye, i.image_type, i.taken_at, i.note, f.mime, f.size,
  coalesce(m.shapes, '[]') shapes, d.name marked_by, m.at marked_at, i.created_by, c.name created_by_name, i.created_at,
  not exam_is_draft(i.tbl, i.exam_id) locked, i.voided_at, i.void_reason
`
const from = sql`
  exam_image i
  join exam_file f on f.oid = i.oid and f.id = i.file_id
  left join store s on s.oid = i.oid and s.hid = i.hid
  left join contact c on c.oid = i.oid and c.ctid_ = i.created_by
  left join lateral (
    select shapes, ctid_, at
    from exam_image_mark k
    where k.oid = i.oid and k.image_id = i.id
    order by k.id desc
    limit 1
  ) m on true
  left join contact d on d.oid = i.oid and d.ctid_ = m.ctid_
`
const shown = ({ tbl, ...row }: Omit<ExamImage, 'kind' | 'url'> & { tbl: string }): ExamImage => ({
  ...row,
  kind: kindOf(tbl),
  url: `/examImage/file/${row.pid}/${row.id}`,
})

/** One picture; another organisation's is not found. */
export async function imageOf(cx: Cx, id: number): Promise<ExamImage> {
  const row = await cx.db.one(ImageRow, sql`select ${select} from ${from} where i.id = ${id}`)
  return shown(row ?? cx.refuse('not_found', { what: WHAT }))
}

/** Pictures of a member, newest first; voided ones are left out unless asked for. */
export async function imagesOf(cx: Cx, query: ImageQuery): Promise<Page<ExamImage>> {
  const { pid, kind, examId, eye, imageType, day, withVoid } = query
  const where = [
    sql`i.pid = ${pid}`,
    kind !== undefined && sql`i.tbl = ${families[kind].table}`,
    examId !== undefined && sql`i.exam_id = ${examId}`,
    eye !== undefined && sql`i.eye = ${eye}`,
    imageType !== undefined && sql`i.image_type = ${imageType}`,
    day !== undefined && sql`i.taken_at >= ${day}::timestamptz and i.taken_at < ${day}::timestamptz + interval '1 day'`,
    !withVoid && sql`i.voided_at is null`,
  ]
  const found = await pageOf(cx, { of: ImageRow, select, from, where, order: sql`i.taken_at desc, i.id desc` }, query)
  return { ...found, list: found.list.map(shown) }
}

type Facts = Pick<EditImage, 'eye' | 'imageType' | 'takenAt' | 'note'>
/** Changes what is said of a picture, and adds a version of the drawing on it. */
export async function editImage(cx: Cx<'image_locked'>, { id, shapes, reason, ...facts }: EditImage): Promise<ExamImage> {
  const row = await lockedImage(cx, id, reason)
  const { status } = await examRow(cx, families[kindOf(row.tbl)], row.examId)
  const before: Readonly<Record<string, unknown>> = { ...row }
  const changed = Object.fromEntries(
    Object.entries(facts satisfies Facts).filter(([name, value]) => value !== undefined && value !== before[name]),
  )
  if (row.voidedAt || status === is.voided || (status !== is.draft && Object.keys(changed).length)) cx.refuse('image_locked')
  if (Object.keys(changed).length) await update(cx, 'exam_image', { id }, changed)
  if (shapes) await insert(cx, 'exam_image_mark', { pid: row.pid, imageId: id, shapes: JSON.stringify(shapes) })
  return imageOf(cx, id)
}

/** Takes a picture of a draft away. One that was submitted is voided with a reason; of a signed examination by who may sign. */
export async function dropImage(cx: Cx<'image_locked' | 'image_reason'>, id: number, reason: string | undefined): Promise<void> {
  const row = await lockedImage(cx, id, reason)
  if (row.voidedAt) return
  const { status } = await examRow(cx, families[kindOf(row.tbl)], row.examId)
  if (status === is.draft) return void (await remove(cx, 'exam_image', { id }))
  if (wordsOfReason(reason) === undefined) cx.refuse('image_reason', { field: 'reason' })
  if (status === is.signed && !may(cx, 'exam:sign')) cx.refuse('no_access', { what: '审核和更正检查', code: 'exam:sign' })
  await update(cx, 'exam_image', { id }, { voidedAt: cx.now, voidedBy: cx.who.ctid, voidReason: reason })
}

async function lockedImage(cx: Cx, id: number, reason: string | undefined): Promise<Row<'exam_image'>> {
  const row = await locked(cx, 'exam_image', { id }, { what: WHAT })
  await mayChange(cx, row, reason)
  return row
}
