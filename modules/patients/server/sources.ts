/** Where members come from: seen in the whole chain, changed by those who work in the store. */
import { find, insert, pageOf, remove, sql, update, type Cx, type Handlers, wholeRow } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { usesOf } from '#modules/settings/server/door.ts'
import type { patients } from '../contract/endpoints.ts'
import { ChainSources, type SaveSource, type Source, type SourceQuery } from '../contract/shapes.ts'

const ChainSource = ChainSources.shape.list.element
type SourceRow = z.output<typeof Source>

async function list(cx: Cx, query: z.output<typeof SourceQuery>) {
  const page = await pageOf(
    cx,
    { of: wholeRow('patient_source'), select: sql`*`, from: sql`patient_source`, where: [sql`hid = ${query.hid}`], order: sql`sort, id` },
    query,
  )
  if (!query.withUses) return page
  const uses = await usesOf(
    cx,
    'patient_source',
    page.list.map((s) => s.id),
  )
  return { ...page, list: page.list.map((s) => ({ ...s, uses: uses.get(s.id) ?? 0 })) }
}

/** A source of a store one works in. */
async function ownSource(cx: Cx, id: number): Promise<SourceRow> {
  const source = await find(cx, 'patient_source', { id })
  if (!source) return cx.refuse('not_found', { what: '来源' })
  ownStore(cx, source.hid)
  return source
}

/** Creates a source, last in the list, or renames one. */
async function save(cx: Cx, { id, hid, name, sort }: z.output<typeof SaveSource>): Promise<SourceRow> {
  ownStore(cx, hid)
  if (id !== undefined) {
    if ((await ownSource(cx, id)).hid !== hid) return cx.refuse('not_found', { what: '来源' })
    // The row is that shape: what the compiler sees as any number or text, constraints keep within its choices.
    return (await update(cx, 'patient_source', { id }, { name, ...(sort === undefined ? {} : { sort }) })) as unknown as SourceRow
  }
  const last = await cx.db.the({ sort: 'number' }, sql`select coalesce(max(sort), 0) + 1 sort from patient_source where hid = ${hid}`)
  return await insert(cx, 'patient_source', { hid, name, sort: sort ?? last.sort })
}

async function drop(cx: Cx, id: number): Promise<null> {
  const source = await ownSource(cx, id)
  const uses = (await usesOf(cx, 'patient_source', [id])).get(id)
  if (uses) return cx.refuse('in_use', { what: `会员来源“${source.name}”（${uses} 处）` })
  await remove(cx, 'patient_source', { id })
  return null
}

type Sources =
  | 'patients.source.list'
  | 'patients.source.chain'
  | 'patients.source.save'
  | 'patients.source.order'
  | 'patients.source.delete'
export const sourceHandlers: Handlers<Pick<typeof patients, Sources>> = {
  'patients.source.list': list,
  'patients.source.chain': async (cx, { hid }) => {
    const list = await cx.db.rows(
      ChainSource,
      sql`
        select x.id, x.name, s.name hospital_name
        from patient_source x
        join store s on s.oid = x.oid and s.hid = x.hid
        where x.hid <> ${ownStore(cx, hid)}
        order by x.hid, x.sort, x.id
      `,
    )
    return { list, total: list.length }
  },
  'patients.source.save': save,
  'patients.source.order': async (cx, { hid, ids }) => {
    ownStore(cx, hid)
    await cx.db.run(
      sql`
        update patient_source
        set sort = array_position(${ids}::bigint[], id)
        where hid = ${hid} and id = any(${ids}::bigint[])
      `,
    )
    return null
  },
  'patients.source.delete': (cx, { id }) => drop(cx, id),
}
