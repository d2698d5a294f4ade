/** Behaviour forms filled in at a station: a form is kept once every question has its answer. */
import { sql, type Cx } from '#kernel/server/index.ts'
import { behaviourForms, formOf, questionFields } from '../../contract/letter/behaviour.ts'
import type { MergedState } from '../../contract/ops.ts'

export async function keepBehaviour(cx: Cx, taskId: number, merged: MergedState): Promise<void> {
  const full = [...merged].flatMap(([studentId, state]) => {
    const answers = questionFields.flatMap((name) => {
      const value = state[name]?.value
      return typeof value === 'number' ? [value] : []
    })
    return answers.length === questionFields.length ? [{ student_id: studentId, answers }] : []
  })
  if (!full.length) return
  const grades = await cx.db.rows(
    { studentId: 'number', grade: 'number | null' },
    sql`
      select student_id, grade
      from screening_result
      where task_id = ${taskId} and student_id = any(${full.map((f) => f.student_id)})
    `,
  )
  const rows = full.map((row) => {
    const form = formOf(grades.find(({ studentId }) => studentId === row.student_id)?.grade ?? null)
    return { ...row, form, version: behaviourForms[form].version }
  })
  await cx.db.run(sql`
    insert into screening_behaviour (hid, result_id, form, version, answers, source)
    select r.hid, r.id, t.form, t.version, t.answers, 'station'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (student_id bigint, form text, version int, answers jsonb)
    join screening_result r on r.task_id = ${taskId} and r.student_id = t.student_id
    on conflict on constraint screening_behaviour__once do update
    set form = excluded.form, version = excluded.version, answers = excluded.answers, source = 'station', at = app_now()
    where screening_behaviour.answers <> excluded.answers
  `)
}
