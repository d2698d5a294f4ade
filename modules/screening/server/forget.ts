/** Personal facts of students that go: with an erased member. What was measured stays, under nobody's name. */
import { sql, type Cx } from '#kernel/server/index.ts'

export async function forgetMember(cx: Cx, pid: number): Promise<void> {
  await cx.db.run(sql`
    delete from student_consent
    where student_id in (select id from student where pid = ${pid})
  `)
  // The year of birth stays: a result means nothing without an age.
  await cx.db.run(sql`
    update student
    set
      name = '已注销', birth = date_trunc('year', birth)::date, nation = null, id_card = null, id_hash = null, id_tail = null, passport = null,
      passport_hash = null, passport_tail = null, student_no = null, guardian = null, mobile = null, pid = null, latent = false,
      version = version + 1
    where pid = ${pid}
  `)
}
