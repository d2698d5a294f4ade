/**
 * Personal facts of students that go: with an erased member, and of those who left school long ago and are nobody's member. What was
 * measured stays, under nobody's name.
 */
import { lit, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { studentStates } from '../../contract/states.ts'

/** The year of birth stays: a result means nothing without an age. What the audit holds of them is sealed with keys that go. */
async function forget(cx: Cx, name: string, ids: readonly number[]): Promise<number> {
  if (!ids.length) return 0
  const which = sql`any(${[...ids]}::bigint[])`
  await cx.db.run(sql`delete from student_consent where student_id = ${which}`)
  // A letter tells the name: what was printed for a child that is forgotten opens nothing.
  await cx.db.run(sql`
    update screening_result
    set letter_wrong = 5, letter_token = null, letter_token_until = null
    where student_id = ${which}
  `)
  const n = await cx.db.run(sql`
    update student
    set name = ${name}, birth = date_trunc('year', birth)::date, nation = null, id_card = null, id_hash = null, id_tail = null,
      passport = null, passport_hash = null, passport_tail = null, student_no = null, guardian = null, mobile = null, pid = null,
      latent = false, version = version + 1
    where id = ${which}
  `)
  await cx.db.run(sql`select person_forget(-id, array[]::text[]) from unnest(${[...ids]}::bigint[]) id`)
  return n
}
const idsOf = async (cx: Cx, query: Sql): Promise<number[]> => (await cx.db.rows({ id: 'number' }, query)).map(({ id }) => id)
export const forgetMember = async (cx: Cx, pid: number): Promise<void> =>
  void (await forget(cx, '已注销', await idsOf(cx, sql`select id from student where pid = ${pid}`)))

/** Name of a student whose facts are gone. */
const FORGOTTEN = '已去标识'
const AT_ONCE = 5000
/**
 * Students of a store that left longer ago than it keeps them, unless they are members: what members are told of is the clinic's own
 * record.
 */
export async function forgetLeavers(cx: Cx, hid: number): Promise<number> {
  const months = await settingOf(cx, hid, 'studentKeepMonths')
  const ids = await idsOf(
    cx,
    sql`
      select id
      from student
      where hid = ${hid}
        and pid is null
        and name <> ${FORGOTTEN}
        and status in ${lit([studentStates.is.left, studentStates.is.graduated])}
        and left_on <= ${cx.today}::date - make_interval(months => ${months})
      order by id
      limit ${AT_ONCE}
    `,
  )
  const n = await forget(cx, FORGOTTEN, ids)
  if (n) cx.touch('screening', hid)
  return n
}
