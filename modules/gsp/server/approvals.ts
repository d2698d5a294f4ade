/**
 * Approvals of suppliers and of devices. That one asks and another approves, and over which facts, the database keeps (`approval_asked`,
 * `approval_decided`).
 */
import { gtinOf } from '#kernel/contract/gs1/gs1.ts'
import type { FileAnswer, Page, Upload } from '#kernel/contract/index.ts'
import { begin, columnsOf, find, insert, insertMany, lit, move, number, pageOf, sql, type Cx, type Out } from '#kernel/server/index.ts'
import { productOf } from '#modules/products/server/door.ts'
import { keepScan, scanAnswer } from '#modules/purchasing/server/door.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { Approval, ApprovalPaper, ApprovalRow, type ApprovalQuery, type AskApproval, type DecideApproval } from '../contract/approvals.ts'
import { approval } from '../contract/states.ts'

const APPROVAL_NO = 'SYyymmdd-###'
const LICENCE = 2
const REGISTRATION = 8
/** Classes of devices that are approved before they come in. */
const WATCHED = 2
export const approvalParts = {
  select: sql`
    ${columnsOf(ApprovalRow, 'a', 'subject', 'staffName', 'decidedName')},
    case when a.supplier_id is null then 2 else 1
    end subject,
    p.name staff_name,
    d.name decided_name
  `,
  from: sql`
    approval a
    left join contact p on p.oid = a.oid and p.ctid_ = a.ctid_
    left join contact d on d.oid = a.oid and d.ctid_ = a.decided_by
  `,
}
const holds = (words: string): string => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

export const approvalPage = (cx: Cx, query: ApprovalQuery): Promise<Page<ApprovalRow>> =>
  pageOf(
    cx,
    {
      of: ApprovalRow,
      ...approvalParts,
      where: [
        query.status !== undefined && sql`a.status = ${query.status}`,
        query.subject !== undefined && sql`(case when a.supplier_id is null then 2 else 1 end) = ${query.subject}`,
        query.supplierId !== undefined && sql`a.supplier_id = ${query.supplierId}`,
        query.productId !== undefined && sql`a.product_id = ${query.productId}`,
        Boolean(query.text?.trim()) &&
          sql`lower(concat_ws(' ', a.name, a.certificate, a.approval_no)) like ${holds(query.text?.trim() ?? '')}`,
      ],
      order: sql`a.status <> ${lit(approval.is.asked)}, a.approval_id desc`,
    },
    query,
  )

const Read = Approval.omit({ papers: true })
export async function approvalOf(cx: Cx, approvalId: number): Promise<Approval> {
  const row = await cx.db.one(
    Read,
    sql`
      select ${approvalParts.select}, a.udi_di, a.packages, a.note
      from ${approvalParts.from}
      where a.approval_id = ${approvalId}
    `,
  )
  if (!row) return cx.refuse('not_found', { what: approval.noun })
  const papers = await cx.db.rows(
    ApprovalPaper,
    sql`
      select ${columnsOf(ApprovalPaper, 'x', 'fileName')},
        (
          select f.name
          from approval_file f
          where f.oid = x.oid and f.paper_id = x.paper_id
          order by f.file_id desc
          limit 1
        ) file_name
      from approval_paper x
      where x.approval_id = ${approvalId}
      order by x.paper_id
    `,
  )
  return { ...row, papers }
}

type AskFail = 'approval_one' | 'approval_open' | 'approval_class' | 'approval_certificate' | 'approval_run_out'
interface Subject {
  readonly name: string
  readonly certificate: string | null
  readonly expires: string | null
  readonly kind: typeof LICENCE | typeof REGISTRATION
  readonly udiDi?: string | undefined
}
async function subjectOf(cx: Cx<AskFail>, { supplierId, productId }: AskApproval): Promise<Subject> {
  if (supplierId) {
    const { name, licenceNo: certificate, licenceExpires: expires } = await supplierOf(cx, supplierId)
    return { name, certificate, expires, kind: LICENCE }
  }
  const { name, deviceClass, registrationNo: certificate, registrationExpires: expires, barCode } = await productOf(cx, productId ?? 0)
  if (deviceClass < WATCHED) return cx.refuse('approval_class', { product: name, field: 'productId' })
  return { name, certificate, expires, kind: REGISTRATION, udiDi: gtinOf(barCode) }
}

export async function askApproval(cx: Cx<AskFail>, { papers, packages, ...request }: AskApproval): Promise<Approval> {
  if (Boolean(request.supplierId) === Boolean(request.productId)) return cx.refuse('approval_one', { field: 'supplierId' })
  const subject = await subjectOf(cx, request)
  const field = request.supplierId ? 'supplierId' : 'productId'
  if (!subject.certificate?.trim()) return cx.refuse('approval_certificate', { name: subject.name, field })
  const own = { kind: subject.kind, number: subject.certificate, scope: null, expires: subject.expires }
  const handed = papers?.length ? papers : [own]
  if ([own, ...handed].some((p) => p.expires && p.expires < cx.today)) return cx.refuse('approval_run_out', { field })
  const { approvalId } = await insert(cx, 'approval', {
    ...request,
    name: subject.name,
    udiDi: request.udiDi ?? subject.udiDi ?? null,
    packages: JSON.stringify(packages ?? []),
    note: request.note ?? null,
    hid: cx.who.hid,
    approvalNo: await number(cx, APPROVAL_NO),
  })
  await begin(cx, approval, approvalId, approval.is.asked)
  await insertMany(
    cx,
    'approval_paper',
    handed.map((p) => ({ ...p, approvalId, hid: cx.who.hid })),
  )
  return approvalOf(cx, approvalId)
}

type DecideFail = 'approval_own' | 'approval_decided' | 'approval_changed' | 'approval_run_out' | 'approval_papers'
export async function decideApproval(cx: Cx<DecideFail>, { id, approve, reason, version }: DecideApproval): Promise<Approval> {
  await move(cx, approval, id, approve ? 'approve' : 'refuse', {
    note: reason ?? null,
    set: { reason: reason ?? null, decidedAt: cx.now },
    ...(version === undefined ? {} : { version }),
  })
  return approvalOf(cx, id)
}

const paperOf = async (cx: Cx, paperId: number) =>
  (await find(cx, 'approval_paper', { paperId })) ?? cx.refuse('not_found', { what: '首营资料' })

export async function keepPaperFile(out: Out, id: number, file: Upload): Promise<Approval> {
  const kept = await keepScan(out, '首营资料', file, String(id))
  return out.tx(async (cx) => {
    const { approvalId } = await paperOf(cx, id)
    await insert(cx, 'approval_file', { hid: cx.who.hid, paperId: id, ...kept })
    return approvalOf(cx, approvalId)
  })
}

export async function paperFile(out: Out, id: number): Promise<FileAnswer> {
  const kept = await out.tx(async (cx) => {
    await paperOf(cx, id)
    return cx.db.one(
      { name: 'string', sha256: 'string', mime: 'string' },
      sql`
        select name, sha256, mime
        from approval_file
        where paper_id = ${id}
        order by file_id desc
        limit 1
      `,
    )
  })
  return scanAnswer(out, '首营文件', kept)
}
