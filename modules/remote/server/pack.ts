/** The case pack: what of a member's file the expert is shown, each by its number and its version as it was when it was sent. */
import type { Page, z } from '#kernel/contract/index.ts'
import { ident, join, lit, sql, type Cx } from '#kernel/server/index.ts'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import type { PackItem } from '../contract/fields.ts'
import type { NewCase } from '../contract/shapes.ts'

type Sent = z.output<typeof NewCase>['pack'][number]
interface Head {
  version: number
  label: string
}
const kinds = new Map<string, (typeof everyKind)[number]>(everyKind.map((k) => [k.kind, k]))
const headShape = { version: 'number', label: 'string' } as const

/** Version and name of what is to be sent; undefined where it is not this member's, or void. */
async function headOf(cx: Cx, pid: number, { kind, id }: { kind: string; id: number }): Promise<Head | undefined> {
  if (kind === 'image')
    return cx.db.one(
      headShape,
      sql`
        select (select count(*) from exam_image_mark m where m.oid = i.oid and m.image_id = i.id)::int version,
          concat('图像 ', to_char(i.taken_at, 'YYYY-MM-DD')) "label"
        from exam_image i
        where i.id = ${id} and i.pid = ${pid} and i.voided_at is null
      `,
    )
  if (kind === 'prescription')
    return cx.db.one(
      headShape,
      sql`
        select version, concat('处方 ', rx_no) "label"
        from prescription
        where id = ${id} and pid = ${pid} and status <> ${lit(prescriptionMachine.is.voided)}
      `,
    )
  const exam = kinds.get(kind)
  if (!exam) return undefined
  return cx.db.one(
    headShape,
    sql`
      select version, concat(${exam.title}::text, ' ', to_char(exam_time, 'YYYY-MM-DD')) "label"
      from ${ident(exam.table)}
      where id = ${id} and pid = ${pid} and status <> ${lit(examStates.is.voided)}
    `,
  )
}

/** What is kept of a pack as it is sent. */
export async function packed(cx: Cx<'pack_not_theirs'>, pid: number, sent: readonly Sent[]): Promise<PackItem[]> {
  const items: PackItem[] = []
  for (const [index, { kind, id }] of sent.entries()) {
    if (kind === 'curve') {
      items.push({ kind, id: null, version: null, label: '生长曲线' })
      continue
    }
    const head = id ? await headOf(cx, pid, { kind, id }) : undefined
    items.push({
      kind,
      id: id ?? null,
      ...(head ?? cx.refuse('pack_not_theirs', { what: kinds.get(kind)?.title ?? kind, field: `pack.${index}.id` })),
    })
  }
  return items
}
/** Names of what changed since it was sent, or is void by now. */
export async function changedSince(cx: Cx, pid: number, pack: readonly PackItem[]): Promise<string[]> {
  const changed: string[] = []
  for (const { kind, id, version, label } of pack)
    if (id !== null && (await headOf(cx, pid, { kind, id }))?.version !== version) changed.push(label)
  return changed
}

/** What may be sent of a member: the last two of every kind, the last pictures and prescriptions, and the curve. */
export async function sendable(cx: Cx, pid: number): Promise<Page<PackItem>> {
  await patientOf(cx, pid)
  const ids = await cx.db.rows(
    { kind: 'string', id: 'number' },
    join(
      [
        ...everyKind.map(
          ({ kind, table }) =>
            sql`
              (
                select ${kind}::text kind, id
                from ${ident(table)}
                where pid = ${pid} and status in ${lit(examStates.in.valid)}
                order by exam_time desc, id desc
                limit 2
              )
            `,
        ),
        sql`
          (
            select 'image' kind, id
            from exam_image
            where pid = ${pid} and voided_at is null
            order by taken_at desc, id desc
            limit 8
          )
        `,
        sql`
          (
            select 'prescription' kind, id
            from prescription
            where pid = ${pid} and status in ${lit(prescriptionMachine.in.issued)}
            order by id desc
            limit 2
          )
        `,
      ],
      ' union all ',
    ),
  )
  const list: PackItem[] = [{ kind: 'curve', id: null, version: null, label: '生长曲线' }]
  for (const { kind, id } of ids) {
    const head = await headOf(cx, pid, { kind, id })
    if (head) list.push({ kind, id, ...head })
  }
  return { list, total: list.length }
}
