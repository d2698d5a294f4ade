/** Stations: opened by the task's PIN, with the children as far as a station needs them; recalled; their PIN. */
import { addDays } from '#kernel/contract/index.ts'
import { change, find, lit, locked, sql, type Cx, type Out } from '#kernel/server/index.ts'
import { gradeLabel } from '../../contract/grades.ts'
import { groupsOf } from '../../contract/groups.ts'
import { screeningResult, screeningTask } from '../../contract/states.results.ts'
import type { AskPack, Pack } from '../../contract/shapes.tasks.ts'
import { enterChildren, newCode, taskOf } from './tasks.ts'

const PIN_TRIES = 5
const HOURS_AFTER = 72
type PackFail = 'pin_wrong' | 'pin_locked' | 'task_closed' | 'station_recalled'
/** Opens a station. The try is counted in a transaction of its own, so that a refusal does not take it back. */
export async function openPack(out: Out<PackFail>, { id, pin, deviceId, name }: AskPack): Promise<Pack> {
  const { wrong, locked: isLocked } = await out.tx(async (cx) => {
    const task = await locked(cx, 'screening_task', { id })
    const right = task.pin === pin
    if (task.pinWrong >= PIN_TRIES) return { wrong: PIN_TRIES, locked: true }
    await cx.db.run(sql`update screening_task set pin_wrong = ${right ? 0 : task.pinWrong + 1} where id = ${id}`)
    return { wrong: right ? 0 : task.pinWrong + 1, locked: false }
  })
  if (isLocked || wrong >= PIN_TRIES) out.refuse('pin_locked')
  if (wrong) out.refuse('pin_wrong', { left: PIN_TRIES - wrong, field: 'pin' })
  return out.tx((cx) => packOf(cx, id, deviceId, name))
}
async function packOf(cx: Cx<PackFail>, id: number, deviceId: string, name: string): Promise<Pack> {
  const row = await locked(cx, 'screening_task', { id })
  if (!screeningTask.in.open.includes(row.status)) cx.refuse('task_closed', { state: screeningTask.states[row.status]?.label ?? '' })
  await enterChildren(cx, row)
  const station = await cx.db.the(
    { id: 'number', recalledAt: 'string | null' },
    sql`
      insert into screening_station (hid, task_id, device_id, name)
      values (${row.hid}, ${id}, ${deviceId}, ${name})
      on conflict (oid, task_id, device_id) do update
      set name = excluded.name, ctid_ = excluded.ctid_, seen_at = app_now()
      returning id, recalled_at
    `,
  )
  if (station.recalledAt) cx.refuse('station_recalled')
  const task = await taskOf(cx, id)
  const children = await packChildren(cx, id)
  const groups = [...groupsOf(children, ({ groupId }) => groupId)].map(([groupId, own]) => ({
    groupId,
    name: own[0]?.groupName ?? '',
    total: own.length,
    grade: own[0]?.grade ?? null,
  }))
  return {
    taskId: id,
    taskName: task.name,
    schoolName: task.schoolName,
    stationId: station.id,
    stationName: name,
    ctid: cx.who.ctid,
    staffName: cx.who.name,
    items: task.items,
    endOn: task.endOn,
    wipeAt: `${addDays(task.endOn, HOURS_AFTER / 24)} 23:59:59`,
    groups,
    children: children.map(({ groupName: _, grade: __, ...child }) => child),
  }
}
const acuityText = (line: number | null, code: string | null): string | null => code ?? line?.toFixed(1) ?? null
async function packChildren(cx: Cx, taskId: number) {
  const rows = await cx.db.rows(
    {
      studentId: 'number',
      seat: 'number | null',
      name: 'string',
      gender: 'number',
      birth: 'string',
      groupId: 'number',
      grade: 'number | null',
      groupName: 'string | null',
      glasses: 'number',
      retest: 'boolean',
      status: 'number',
      formerOd: 'number | null',
      formerOs: 'number | null',
      formerCodeOd: 'string | null',
      formerCodeOs: 'string | null',
      formerGlasses: 'number | null',
    },
    sql`
      select s.id student_id, s.seat, s.name, s.gender, s.birth, coalesce(r.class_id, r.village_id) group_id, c.grade,
        coalesce(c.name, v.name) group_name, s.glasses, r.retest, r.status, f.ucva_od former_od, f.ucva_os former_os,
        f.ucva_code_od former_code_od, f.ucva_code_os former_code_os, f.glasses_type former_glasses
      from screening_result r
      join student s on s.oid = r.oid and s.id = r.student_id
      left join school_class c on c.oid = r.oid and c.id = r.class_id
      left join village v on v.oid = r.oid and v.id = r.village_id
      left join lateral (
        select p.ucva_od, p.ucva_os, p.ucva_code_od, p.ucva_code_os, p.glasses_type
        from screening_result p
        where p.oid = r.oid and p.student_id = r.student_id and p.id < r.id and p.status in ${lit(screeningResult.in.complete)}
        order by p.id desc
        limit 1
      ) f on true
      where r.task_id = ${taskId}
      order by c.grade nulls last, c.number nulls last, c.name, v.name, s.seat nulls last, s.id
    `,
  )
  const places = new Map<number, number>()
  return rows.map((row) => {
    const place = (places.get(row.groupId) ?? 0) + 1
    places.set(row.groupId, place)
    return {
      studentId: row.studentId,
      no: row.seat ?? place,
      name: row.name,
      // Kept by the constraints of the columns.
      gender: row.gender as Pack['children'][number]['gender'],
      birth: row.birth,
      groupId: row.groupId,
      grade: row.grade,
      groupName: [row.grade === null ? '' : gradeLabel(row.grade), row.groupName ?? ''].filter(Boolean).join(' '),
      // Nothing measured is pre-filled: only what was worn the last time.
      glassesType: row.formerGlasses as Pack['children'][number]['glassesType'],
      formerOd: acuityText(row.formerOd, row.formerCodeOd),
      formerOs: acuityText(row.formerOs, row.formerCodeOs),
      retest: row.retest,
      // So is this.
      status: row.status as Pack['children'][number]['status'],
    }
  })
}
export async function recallStation(cx: Cx, { id, stationId }: { id: number; stationId: number }): Promise<null> {
  const task = await taskOf(cx, id)
  const found = await cx.db.run(sql`
    update screening_station
    set recalled_at = coalesce(recalled_at, app_now()), recalled_by = coalesce(recalled_by, ${cx.who.ctid})
    where id = ${stationId} and task_id = ${id}
  `)
  if (!found) cx.refuse('not_found', { what: '筛查站' })
  cx.touch('screening', task.hid)
  return null
}
export async function pinOf(cx: Cx, id: number): Promise<{ pin: string }> {
  const task = await find(cx, 'screening_task', { id })
  return { pin: (task ?? cx.refuse('not_found', { what: screeningTask.noun })).pin }
}
export async function renewPin(cx: Cx, id: number): Promise<{ pin: string }> {
  const { pin } = await change(cx, 'screening_task', { id }, {}, { pin: newCode(), pinWrong: 0 })
  return { pin }
}
