/** Lists of members: saved ones, and what a batch change would do to the rows ticked. */
import { fieldsOf, metaOf, show, type z, inUse } from '#kernel/contract/index.ts'
import { allOf, ident, insert, snake, sql, update, type Cx, lit } from '#kernel/server/index.ts'
import { Patient, type BatchUpdate } from '../contract/shapes.ts'
import { type BatchPreview, type SaveView, type SetTags, type TagsSet, View } from '../contract/upkeep/shapes.ts'
import { patientStates } from '../contract/states.ts'

const view = sql`id, name, query, columns, is_shared, ctid_ = app_ctid() is_mine`
/** One's own lists first, then those others share. */
export const viewsOf = (cx: Cx): Promise<View[]> =>
  allOf(
    cx,
    View,
    sql`
      select ${view}
      from member_view
      where ctid_ = app_ctid() or is_shared
      order by ctid_ = app_ctid() desc, name
    `,
  )

/** Saves a list under its name; one's own of the same name is replaced. */
export async function saveView(cx: Cx, { id, ...input }: SaveView): Promise<View> {
  const same =
    id ?? (await cx.db.one({ id: 'number' }, sql`select id from member_view where ctid_ = app_ctid() and name = ${input.name}`))?.id
  const row = same ? await update(cx, 'member_view', { id: same, ctid: cx.who.ctid }, input) : await insert(cx, 'member_view', input)
  return row ? await cx.db.the(View, sql`select ${view} from member_view where id = ${row.id}`) : cx.refuse('not_found', { what: '视图' })
}

const names = {
  levelId: (value: string) => sql`(select name from level where id = ${value}::bigint)`,
  sourceId: (value: string) => sql`(select name from patient_source where id = ${value}::bigint)`,
  staffCtid: (value: string) => sql`(select name from contact where ctid_ = ${value}::bigint)`,
} as const
const FIELDS = ['levelId', 'sourceId', 'staffCtid', 'isPotential', 'nextFollowAt'] as const
type Field = (typeof FIELDS)[number]

/** For every fact of a batch change: to what, how many change, and what stands there now. */
export async function batchPreview(cx: Cx, { pids, ...set }: BatchUpdate): Promise<BatchPreview> {
  const preview: BatchPreview = []
  for (const field of FIELDS.filter((f) => set[f] !== undefined)) {
    const to = await shown(cx, field, set[field] === null ? null : String(set[field]))
    const rows = await cx.db.rows(
      { value: 'string | null', n: 'number' },
      sql`
        select ${ident(snake(field))}::text value, count(*) n
        from patient
        where pid = any(${pids}) and status = ${lit(patientStates.is.present)}
        group by 1
        order by n desc, 1
      `,
    )
    const from = await Promise.all(rows.map(async ({ value, n }) => ({ value: await shown(cx, field, value), n })))
    const same = from.filter((f) => f.value === to).reduce((sum, f) => sum + f.n, 0)
    preview.push({
      field,
      label: metaOf(fieldsOf(Patient)[field]!).label ?? field,
      to,
      changed: from.reduce((sum, f) => sum + f.n, 0) - same,
      same,
      from: from.slice(0, 20),
    })
  }
  return preview
}
async function shown(cx: Cx, field: Field, value: string | null): Promise<string | null> {
  if (value === null) return null
  if (field === 'isPotential') return show(fieldsOf(Patient)[field]!, value === 'true')
  if (field === 'nextFollowAt') return value.slice(0, 16).replace('T', ' ')
  return (await cx.db.one({ name: 'string | null' }, sql`select ${names[field](value)} as name`))?.name ?? null
}

/** Adds tags to members and takes others away. Members and tags of other organisations are simply not there. */
export async function setTags(cx: Cx, { pids, add, remove: away }: SetTags): Promise<z.output<typeof TagsSet>> {
  const rows = await cx.db.rows(
    { id: 'number' },
    sql`
      select id
      from master_item
      where kind = 'tag' and status = ${lit(inUse.is.on)} and id = any(${add})
    `,
  )
  if (rows.length !== new Set(add).size) return cx.refuse('not_found', { what: '标签', field: 'add' })
  const added = await cx.db.run(
    sql`
      insert into patient_tag (pid, tag_id)
      select p.pid, t.id
      from patient p, unnest(${add}::bigint[]) t(id)
      where p.pid = any(${pids}) and p.status = ${lit(patientStates.is.present)}
      on conflict do nothing
    `,
  )
  const removed = await cx.db.run(
    sql`
      delete from patient_tag
      where pid = any(${pids}) and tag_id = any(${away}) and not tag_id = any(${add})
    `,
  )
  return { added, removed }
}
