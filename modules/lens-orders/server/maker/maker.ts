/** Files for makers: made from the order as it stands, kept as they were sent. */
import { createHash } from 'node:crypto'
import { z, type FileAnswer } from '#kernel/contract/index.ts'
import { columnsOf, excel, find, insert, sheet, sql, wholeRow, type Cx, type Out } from '#kernel/server/index.ts'
import { traceOf } from '#modules/devices/server/door.ts'
import { statedSize } from '#modules/frame-orders/contract/check/geometry.ts'
import { productsOf, type ProductRow } from '#modules/products/server/door.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { storage } from '#ports/storage/choose.ts'
import { lineParameters } from '../../contract/fields.ts'
import { formatDcs, recordsOf } from '../../contract/maker/dcs.ts'
import { MakerProfile, plainProfile, SentFile, type Job, type JobEye } from '../../contract/maker/job.ts'
import { traceLines } from '../../contract/maker/shape.ts'
import { csvOf, tableOf } from '../../contract/maker/table.ts'
import { productIn } from '../lines.ts'
import { lockOrder, orderOf, type SupplyOrder } from '../queries.ts'
import { linesOf } from '../check/source.ts'
import { sendOff } from '../steps.ts'

type Format = MakerProfile['format']
const Parameters = z.object(lineParameters)
const base = z.enum(['IN', 'OUT', 'UP', 'DOWN'])

/** How a supplier wants its files. */
export async function profileOf(cx: Cx, supplierId: number): Promise<MakerProfile> {
  await supplierOf(cx, supplierId)
  const kept = await find(cx, 'maker_profile', { supplierId })
  return kept ? MakerProfile.parse(kept) : plainProfile(supplierId)
}
export async function saveProfile(
  cx: Cx,
  { id, ...profile }: { id: number } & Partial<Omit<MakerProfile, 'supplierId'>>,
): Promise<MakerProfile> {
  const filled = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined))
  const { names, columns, ...rest } = MakerProfile.parse({ ...(await profileOf(cx, id)), ...filled })
  const set = { ...rest, names: JSON.stringify(names), columns: JSON.stringify(columns) }
  await cx.db.run(
    sql`
      insert into maker_profile (supplier_id, format, account, height, extra, names, columns)
      values (${id}, ${set.format}, ${set.account}, ${set.height}, ${set.extra}, ${set.names}::jsonb, ${set.columns}::jsonb)
      on conflict (oid, supplier_id) do update
      set format = excluded.format, account = excluded.account, height = excluded.height, extra = excluded.extra, names = excluded.names,
        columns = excluded.columns
    `,
  )
  return profileOf(cx, id)
}

const largest = ({ diameter }: ProductRow): number | null => (diameter ? Math.max(...diameter.split('/').map(Number)) : null)
/** The frame its lenses are made for, where the order is for glasses. */
async function frameOf(cx: Cx, { recordFrameId }: SupplyOrder): Promise<Job['frame']> {
  const glasses = recordFrameId === null ? undefined : await find(cx, 'record_frame', { recordFrameId })
  if (!glasses) return null
  const frame = glasses.frameProductId === null ? undefined : (await productsOf(cx, [glasses.frameProductId])).get(glasses.frameProductId)
  const stated = frame && statedSize(frame)
  const size = { a: glasses.frameA ?? stated?.a ?? null, dbl: glasses.frameDbl ?? stated?.dbl ?? null, ed: glasses.frameEd }
  const traced = await traceOf(cx, glasses.traceId)
  // Of a frame whose size somebody changed since, the shape is another one's.
  const same = traced && alike(traced.a, size.a) && (traced.dbl === null || alike(traced.dbl, size.dbl))
  return same ? { ...size, b: traced.b, trace: traceLines(traced) } : { ...size, b: null, trace: [] }
}
/** Within what a size is rounded to, mm. */
const alike = (one: number | null, other: number | null): boolean => one !== null && other !== null && Math.abs(one - other) <= 0.1
/** An order as its maker is told of it: no name, no number of a member. */
async function jobOf(cx: Cx, order: SupplyOrder): Promise<Job> {
  const lines = await linesOf(cx, order.orderId)
  const products = await productsOf(
    cx,
    lines.map((l) => l.productId),
  )
  const pieces = lines.map((line) => {
    const product = productIn(products, line.productId)
    const { name, version, lensType, index, film } = product
    const parameters = Parameters.parse(line)
    const piece: JobEye = {
      ...parameters,
      base: base.safeParse(parameters.base).data ?? null,
      product: { name, model: version, lensType, index, film, diameter: largest(product) },
      number: line.ordered,
    }
    return { eye: line.eye, piece }
  })
  const pieceOf = (eye: 'od' | 'os') => pieces.find((p) => p.eye === eye)?.piece ?? null
  return {
    orderNo: order.orderNo,
    od: pieceOf('od'),
    os: pieceOf('os'),
    pieces: pieces.flatMap((p) => (p.eye === null ? [p.piece] : [])),
    frame: await frameOf(cx, order),
    options: order.orderOptions?.split(',').filter(Boolean) ?? [],
  }
}
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
/** What is told to the maker, as one hash: the same while nothing of it was changed. */
const saidOf = async (cx: Cx, order: SupplyOrder): Promise<string> => hash(JSON.stringify(await jobOf(cx, order)))

const endings: Readonly<Record<Format, readonly [ending: string, type: string]>> = {
  dcs: ['oma', 'text/plain; charset=utf-8'],
  csv: ['csv', 'text/csv; charset=utf-8'],
  excel: ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
}
async function bytesFor(job: Job, profile: MakerProfile, format: Format): Promise<Uint8Array> {
  if (format === 'dcs') return Buffer.from(formatDcs(recordsOf(job, profile)), 'utf8')
  const table = tableOf(job, profile)
  if (format === 'csv') return Buffer.from(csvOf(table), 'utf8')
  const columns = Object.fromEntries(
    table.headings.map((heading, i) => [`c${i}`, z.union([z.string(), z.number()]).meta({ label: heading })]),
  )
  const rows = table.rows.map((row) => Object.fromEntries(row.map((value, i) => [`c${i}`, value])))
  const { body } = excel(sheet('订单', z.object(columns)), rows, 'order.xlsx', { total: false })
  return bytesOf(body)
}
async function bytesOf(body: FileAnswer['body']): Promise<Uint8Array> {
  if (body instanceof Uint8Array || typeof body === 'string') return Buffer.from(body)
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** Files of an order, the last first. */
export async function filesOf(cx: Cx, { id }: { id: number }): Promise<SentFile[]> {
  const now = await saidOf(cx, await orderOf(cx, id))
  return cx.db.rows(
    SentFile,
    sql`
      select ${columnsOf(SentFile, 's', 'sender', 'old')}, c.name sender, s.said <> ${now} old
      from supply_sent s
      left join contact c on c.oid = s.oid and c.ctid_ = s.sent_by
      where s.order_id = ${id}
      order by s.sent_id desc
    `,
  )
}
/** Makes the file of an order and keeps it. */
export async function makeFile(
  out: Out<'order_no_supplier'>,
  { id, format, sends, version }: { id: number; format?: Format | undefined; sends: boolean; version?: number | undefined },
): Promise<SentFile> {
  const { job, profile, order } = await out.tx(async (cx) => {
    const order = version === undefined ? await orderOf(cx, id) : await lockOrder(cx, id, version)
    if (order.supplierId === null) return cx.refuse('order_no_supplier', { field: 'supplierId' })
    return { order, job: await jobOf(cx, order), profile: await profileOf(cx, order.supplierId) }
  })
  const as = format ?? profile.format
  const { sha256, size } = await storage().put(out.who.oid, await bytesFor(job, profile, as))
  return out.tx(async (cx) => {
    // What is sent is what the file says: an order that was changed meanwhile stays here.
    if (sends) await sendOff(cx, id, order.version)
    const { sentId } = await insert(cx, 'supply_sent', {
      hid: order.hid,
      orderId: id,
      format: as,
      filename: `${order.orderNo}.${endings[as][0]}`,
      sha256,
      size,
      said: hash(JSON.stringify(job)),
      sentAt: cx.now,
      sentBy: cx.who.ctid,
    })
    const made = (await filesOf(cx, { id })).find((f) => f.sentId === sentId)
    return made ?? cx.refuse('not_found', { what: '发送记录' })
  })
}
/** A file as it was sent. */
export async function sentFile(out: Out, { sentId }: { sentId: number }): Promise<FileAnswer> {
  const sent = await out.tx((cx) => cx.db.one(wholeRow('supply_sent'), sql`select * from supply_sent where sent_id = ${sentId}`))
  if (!sent) return out.refuse('not_found', { what: '发送记录' })
  const body = (await storage().get(out.who.oid, sent.sha256)) ?? out.refuse('not_found', { what: '文件' })
  return { filename: sent.filename, type: endings[sent.format][1], body }
}
