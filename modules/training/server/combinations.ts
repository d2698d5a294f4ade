/** Combinations of programs: what a fee group sells, what a card is opened with. */
import { inUse, type Page, type z } from '#kernel/contract/index.ts'
import { change, columnsOf, completed, insert, locked, pageOf, remove, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { mastersOf } from '#modules/settings/server/door.ts'
import { programsIn } from '../contract/course.ts'
import { EditCombination, TrainCombination, type CombinationQuery, type NewCombination, type Programme } from '../contract/shapes.ts'

const parts = {
  select: sql`
    ${columnsOf(TrainCombination, 'c', 'programNames', 'fgName', 'uses')},
    coalesce(
      (
        select string_agg(m.name, '、' order by array_position(c.program_ids, m.id))
        from master_item m
        where m.oid = c.oid and m.id = any(c.program_ids)
      ),
      ''
    ) program_names,
    g.name fg_name,
    (
      (
        select count(*)
        from train_card_line l
        where l.oid = c.oid and l.combination_id = c.id
        ) + (select count(*) from train_plan p where p.oid = c.oid and p.combination_id = c.id
      )
    )::int uses
  `,
  from: sql`train_combination c left join fee_group g on g.oid = c.oid and g.fgid = c.fg_id`,
}
export const combinationPage = (cx: Cx, query: z.output<typeof CombinationQuery>): Promise<Page<TrainCombination>> =>
  pageOf(
    cx,
    {
      of: TrainCombination,
      ...parts,
      where: [
        sql`c.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
        query.startonFlag !== undefined && sql`c.starton_flag = ${query.startonFlag}`,
        query.status !== undefined && sql`c.status = ${query.status}`,
        query.name && sql`strpos(c.name, ${query.name}) > 0`,
      ],
      order: sql`c.status, c.id desc`,
    },
    query,
  )
const one = async (cx: Cx, id: number): Promise<TrainCombination> =>
  (await cx.db.one(TrainCombination, sql`select ${parts.select} from ${parts.from} where c.id = ${id}`)) ??
  cx.refuse('not_found', { what: '训练组合' })

type Fail = 'program_wrong' | 'fee_group_wrong'
interface Said {
  programIds?: number[] | undefined
  trainPrograms?: Array<{ programId: number; minutes: number; perWeek: number }> | undefined
  fgId?: number | null | undefined
}
/** The programs are those of the arrangement where one is said; each is in use in this store, and so is the fee group. */
async function checked(cx: Cx<Fail>, hid: number, stated: Said): Promise<Pick<Row<'train_combination'>, 'programIds' | 'trainPrograms'>> {
  const arranged = stated.trainPrograms ?? []
  const programIds = [...new Set([...(stated.programIds ?? []), ...arranged.map((p) => p.programId)])]
  const found = new Map((await mastersOf(cx, hid, 'train-program')).map((p) => [p.id, p]))
  if (programIds.some((id) => !found.has(id))) cx.refuse('program_wrong', { field: 'programIds' })
  const fgId = stated.fgId
  if (fgId != null && !(await cx.db.any(sql`select 1 from fee_group where fgid = ${fgId} and hid = ${hid}`)))
    cx.refuse('fee_group_wrong', { field: 'fgId' })
  const rest = programIds.filter((id) => !arranged.some((p) => p.programId === id))
  return {
    programIds,
    trainPrograms: JSON.stringify([
      ...arranged,
      ...rest.map((programId) => ({
        programId,
        minutes: found.get(programId)?.minutes ?? 15,
        perWeek: found.get(programId)?.perWeek ?? 3,
      })),
    ]),
  }
}
export async function createCombination(cx: Cx<Fail>, { hid: store, fgId, ...values }: NewCombination): Promise<TrainCombination> {
  const hid = ownStore(cx, store ?? cx.who.hid)
  const programs = await checked(cx, hid, { ...values, fgId })
  const { name, status, startonFlag } = values
  return one(cx, (await insert(cx, 'train_combination', { hid, name, status, startonFlag, fgId: fgId ?? null, ...programs })).id)
}
export async function updateCombination(cx: Cx<Fail>, { id, hid: _store, version, ...values }: EditCombination): Promise<TrainCombination> {
  const row = await locked(cx, 'train_combination', { id }, { version: version ?? null })
  const existing = { ...row, trainPrograms: programsIn(row.trainPrograms) }
  const stated = completed(EditCombination.omit({ id: true, hid: true, version: true }), existing, values)
  // Programs are said one way or the other; the arrangement that stands does not hold on to one that was taken out.
  const arranged = values.trainPrograms ?? stated.trainPrograms.filter((p) => stated.programIds.includes(p.programId))
  const named = values.programIds ?? (values.trainPrograms ? [] : stated.programIds)
  const programs = await checked(cx, row.hid, { programIds: named, trainPrograms: arranged, fgId: stated.fgId })
  const { name, status, startonFlag, fgId } = stated
  await change(
    cx,
    'train_combination',
    { id },
    { version: version ?? null },
    { name, status, startonFlag, fgId: fgId ?? null, ...programs },
  )
  return one(cx, id)
}
export async function dropCombination(cx: Cx<'combination_used'>, id: number): Promise<null> {
  await locked(cx, 'train_combination', { id })
  const { uses, name } = await one(cx, id)
  if (uses) cx.refuse('combination_used', { name })
  await remove(cx, 'train_combination', { id })
  return null
}
export async function combinationStatus(cx: Cx, id: number, status: TrainCombination['status']): Promise<TrainCombination> {
  await locked(cx, 'train_combination', { id })
  await change(cx, 'train_combination', { id }, {}, { status })
  return one(cx, id)
}
/** Active programs of a store, in order. */
export async function programme(cx: Cx, store: number | undefined): Promise<z.output<typeof Programme>> {
  const hid = ownStore(cx, store ?? cx.who.hid)
  const list = (await mastersOf(cx, hid, 'train-program'))
    .filter((p) => p.status === inUse.is.on)
    .map(({ id, name, minutes, perWeek }) => ({ id, hid, name, minutes, perWeek }))
  return { list, total: list.length }
}
