/** What the papers of a class are made of: parents' letters and the teacher's list. */
import type { Page } from '#kernel/contract/index.ts'
import { lit, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { gradeLabel } from '../../contract/grades.ts'
import { adviceOf, frontSeat, furnitureOf, hintsOf, visitByOf, wearsInClass } from '../../contract/letter/letter.ts'
import type { LetterPaper, PaperQuery, ResultRow, Seats } from '../../contract/shapes.results.ts'
import { screeningResult } from '../../contract/states.results.ts'
import { resultRows } from './results.ts'
import { taskOf } from './tasks.ts'
import { badgeOf } from '../../contract/station.ts'

const Written = {
  id: 'number',
  letterCode: 'string',
  seat: 'number | null',
  clinic: 'string',
  clinicPhone: 'string | null',
  formerOd: 'number | null',
  formerOs: 'number | null',
  formerCodeOd: 'string | null',
  formerCodeOs: 'string | null',
  answers: 'number[] | null',
} as const
const acuity = (line: number | null, code: string | null): string | null => code ?? line?.toFixed(1) ?? null

export async function letterPapers(cx: Cx, { id, groupId, resultId }: PaperQuery): Promise<Page<LetterPaper>> {
  await taskOf(cx, id)
  const rows = await cx.db.rows(
    Written,
    sql`
      select r.id, r.letter_code, s.seat, h.name clinic, h.phone clinic_phone, f.ucva_od former_od, f.ucva_os former_os,
        f.ucva_code_od former_code_od, f.ucva_code_os former_code_os,
        (select array(select jsonb_array_elements_text(b.answers)::int) where b.id is not null) answers
      from screening_result r
      join student s on s.oid = r.oid and s.id = r.student_id
      join store h on h.oid = r.oid and h.hid = r.hid
      left join school_class c on c.oid = r.oid and c.id = r.class_id
      left join screening_behaviour b on b.oid = r.oid and b.result_id = r.id
      left join lateral (
        select p.ucva_od, p.ucva_os, p.ucva_code_od, p.ucva_code_os
        from screening_result p
        where p.oid = r.oid and p.student_id = r.student_id and p.id < r.id and p.status in ${lit(screeningResult.in.complete)}
        order by p.id desc
        limit 1
      ) f on true
      where r.task_id = ${id}
        and (${groupId ?? null}::bigint is null or coalesce(r.class_id, r.village_id) = ${groupId ?? null})
        and (${resultId ?? null}::bigint is null or r.id = ${resultId ?? null})
      order by c.grade nulls last, c.number nulls last, r.class_id, s.seat nulls last, s.id
      limit 500
    `,
  )
  const results = await resultRows(
    cx,
    rows.map((row) => row.id),
  )
  const list = rows.flatMap((row, i): LetterPaper[] => {
    const found = results.get(row.id)
    return found ? [letterOf(found, row, i, cx.today)] : []
  })
  return { list, total: list.length }
}
function letterOf(found: ResultRow, row: ShapedRow<typeof Written>, i: number, today: string): LetterPaper {
  const toldOn = found.toldOn ?? today
  return {
    resultId: row.id,
    code: row.letterCode,
    no: row.seat ?? i + 1,
    name: found.name,
    gender: found.gender,
    birth: found.birth,
    gradeName: found.grade === null ? null : gradeLabel(found.grade),
    className: found.className,
    schoolName: found.schoolName,
    taskName: found.taskName,
    measuredOn: found.measuredOn,
    od: {
      now: acuity(found.ucvaOd, found.ucvaCodeOd),
      former: acuity(row.formerOd, row.formerCodeOd),
      corrected: acuity(found.cvaOd, found.cvaCodeOd),
    },
    os: {
      now: acuity(found.ucvaOs, found.ucvaCodeOs),
      former: acuity(row.formerOs, row.formerCodeOs),
      corrected: acuity(found.cvaOs, found.cvaCodeOs),
    },
    dsOd: found.dsOd,
    dsOs: found.dsOs,
    dcOd: found.dcOd,
    dcOs: found.dcOs,
    axOd: found.axOd,
    axOs: found.axOs,
    standard: found.standard,
    staffName: found.staffName,
    glassesType: found.glassesType,
    status: found.status,
    hints: hintsOf(found),
    forVisit: found.forVisit,
    visitBy: visitByOf(found, toldOn),
    frontSeat: frontSeat(found),
    ...furnitureOf(found),
    advice: adviceOf({ ...found, behaviour: row.answers && { answers: row.answers } }),
    isSigned: found.signedAt !== null,
    clinic: row.clinic,
    clinicPhone: row.clinicPhone,
  }
}

export async function seatsOf(cx: Cx, { id, groupId }: { id: number; groupId: number }): Promise<Seats> {
  const task = await taskOf(cx, id)
  const head = await cx.db.one(
    { grade: 'number | null', name: 'string', teacher: 'string | null', measuredOn: 'string | null' },
    sql`
      select max(r.grade) grade, max(coalesce(c.name, v.name)) name, max(c.teacher) teacher, max(r.measured_on) measured_on
      from screening_result r
      left join school_class c on c.oid = r.oid and c.id = r.class_id
      left join village v on v.oid = r.oid and v.id = r.village_id
      where r.task_id = ${id} and coalesce(r.class_id, r.village_id) = ${groupId}
      having count(*) > 0
    `,
  )
  if (!head) return cx.refuse('not_found', { what: '班级' })
  const { list } = await letterPapers(cx, { id, groupId })
  const heights = new Map(
    (
      await cx.db.rows(
        { id: 'number', studentId: 'number', height: 'number | null' },
        sql`
          select id, student_id, height
          from screening_result
          where task_id = ${id} and coalesce(class_id, village_id) = ${groupId}
        `,
      )
    ).map((row) => [row.id, row]),
  )
  const heightOf = (resultId: number): number | null => heights.get(resultId)?.height ?? null
  const shortest = shortestOf([...heights.values()].map(({ height }) => height))
  return {
    schoolName: task.schoolName,
    gradeName: head.grade === null ? null : gradeLabel(head.grade),
    className: head.name,
    teacher: head.teacher,
    measuredOn: head.measuredOn,
    taskName: task.name,
    rows: list.map((letter) => ({
      no: letter.no,
      name: letter.name,
      // Front seats mix reasons, so that a seat tells nothing: the shortest tenth sits there too.
      isFront: letter.frontSeat || (heightOf(letter.resultId) ?? Infinity) <= shortest,
      isMissing: !screeningResult.in.complete.includes(letter.status),
      desk: letter.desk,
      chair: letter.chair,
      wears: wearsInClass({ glassesType: letter.glassesType }),
      height: heightOf(letter.resultId),
      badge: badgeOf(id, heights.get(letter.resultId)?.studentId ?? 0),
    })),
  }
}
/** Height up to which a child is among the shortest tenth of its class. */
function shortestOf(heights: ReadonlyArray<number | null>): number {
  const measured = heights.filter((height): height is number => height !== null).toSorted((a, b) => a - b)
  return measured[Math.ceil(measured.length / 10) - 1] ?? 0
}
