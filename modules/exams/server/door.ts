import { find, sql, lit, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { SUBJECTIVE } from '../contract/fields.ts'
import { examStates } from '../contract/states.ts'

const VALID = lit(examStates.in.valid)
/** A refraction by its number, or undefined. */
export const findRefraction = (cx: Cx, id: number): Promise<Row<'exam_refraction'> | undefined> => find(cx, 'exam_refraction', { id })

/** The member's last submitted subjective refraction; of some days only, where they are named. */
export const latestSubjective = (cx: Cx, pid: number, days?: readonly string[]): Promise<Row<'exam_refraction'> | undefined> =>
  cx.db.one(
    wholeRow('exam_refraction'),
    sql`
      select *
      from exam_refraction
      where pid = ${pid}
        and kind in ${lit(SUBJECTIVE)}
        and status in ${VALID}
        and (${days ?? null}::date[] is null or exam_time::date = any(${days ?? null}::date[]))
      order by exam_time desc, id desc
      limit 1
    `,
  )

/** The member's last submitted acuity, pupillary distance or biometry. Undefined when there is none. */
export const latestVisual = (cx: Cx, pid: number): Promise<Row<'exam_visual'> | undefined> =>
  cx.db.one(
    wholeRow('exam_visual'),
    sql`
      select *
      from exam_visual
      where pid = ${pid} and status in ${VALID}
      order by exam_time desc, id desc
      limit 1
    `,
  )
export const latestPd = (cx: Cx, pid: number): Promise<Row<'exam_pd'> | undefined> =>
  cx.db.one(
    wholeRow('exam_pd'),
    sql`
      select *
      from exam_pd
      where pid = ${pid} and status in ${VALID}
      order by exam_time desc, id desc
      limit 1
    `,
  )
export { mayChange } from './chain.ts'
export { addImage, editImage, imageOf } from './images.ts'
export { curveOf, reportOf } from './curve.ts'
export { versionsOf } from './change.ts'
export { keptFile } from './image-files.ts'
export { beginPictured, saveDraft } from './draft.ts'
export { standingOf, type StandingExam } from './standing.ts'
export type { ExamSaveFail } from './save.ts'
export { keepScreened } from './screened.ts'
export { cleanPicture } from './image-files.ts'
