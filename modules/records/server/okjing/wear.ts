/** Whether a member may wear lenses: not while an eye is inflamed, and after a pause not before the cornea was seen clear. */
import { lit, move, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { decisions } from '#modules/exams/contract/checks/lens.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { lensStop } from '../../contract/okjing/events.ts'
import { lensMachine, recordMachine } from '../../contract/okjing/states.ts'

/** The decision of a hard lens examination that pauses the lenses. */
const PAUSE = Number(Object.entries(decisions).find(([, word]) => word === '暂停配戴')?.[0])

/** Day on which the eyes were found inflamed, while no doctor has seen both of them clear since. */
export async function inflamedSince(cx: Cx, pid: number): Promise<string | undefined> {
  const { since } = await cx.db.the({ since: 'string | null' }, sql`select eyes_inflamed(current_setting('app.oid')::bigint, ${pid}) since`)
  return since?.slice(0, 10)
}
/** Day of the last pause after which nobody has seen both corneas clear. `but` is a review that does not count itself. */
async function pausedSince(cx: Cx, pid: number, but: number): Promise<string | undefined> {
  const { since } = await cx.db.the(
    { since: 'string | null' },
    sql`
      with paused as (
        select max(p.at) at
        from (
          select record_at at
          from clinical_record
          where pid = ${pid}
            and id <> ${but}
            and kind in ('okjing-first-review', 'okjing-regular-review')
            and status in ${lit(recordMachine.in.valid)}
            and body ->> 'decision' = 'pause'
          union all
          select exam_time
          from exam_hard_lens
          where pid = ${pid} and status in ${lit(examStates.in.valid)} and decision = ${PAUSE}
        ) p
      )
      select max(p.at) since
      from paused p
      where not exists (
        select
        from corneas_seen(current_setting('app.oid')::bigint, ${pid}) s
        where s.at >= p.at and s.whole and s.stain < 2 and s.infiltrate = 0
      )
    `,
  )
  return since?.slice(0, 10)
}
/** Refuses what lets a member go on wearing lenses while that is barred. */
export async function refuseWearing(cx: Cx<'inflamed' | 'paused'>, pid: number, { but = 0, field = 'decision' } = {}): Promise<void> {
  const inflamed = await inflamedSince(cx, pid)
  if (inflamed) cx.refuse('inflamed', { since: inflamed, field })
  const paused = await pausedSince(cx, pid, but)
  if (paused) cx.refuse('paused', { since: paused, field })
}

/** Stops the lenses in use that are meant, and tells. */
export async function stopWorn(
  cx: Cx,
  { pid, hid }: Pick<Row<'clinical_record'>, 'pid' | 'hid'>,
  reason: string,
  isMeant: (lens: Row<'ok_lens'>) => boolean = () => true,
): Promise<void> {
  const worn = await cx.db.rows(
    wholeRow('ok_lens'),
    sql`
      select *
      from ok_lens
      where pid = ${pid} and status in ${lit(lensMachine.in.worn)}
      order by id
      for no key update
    `,
  )
  const stopping = worn.filter(isMeant)
  for (const { id } of stopping) await move(cx, lensMachine, id, 'stop', { note: reason, set: { endReason: reason }, automatic: true })
  const caseId = stopping.find((l) => l.caseId !== null)?.caseId
  if (caseId != null) await cx.announce(lensStop, { caseId, pid, hid, lensIds: stopping.map((l) => l.id), reason })
}
/** Both lenses of a member whose eye is inflamed stay out, whoever found it. */
export async function stopInflamed(cx: Cx, lens: Pick<Row<'clinical_record'>, 'pid' | 'hid'>): Promise<void> {
  if (await inflamedSince(cx, lens.pid)) await stopWorn(cx, lens, '角膜染色、浸润或红痛：双眼停戴至医师检查')
}
