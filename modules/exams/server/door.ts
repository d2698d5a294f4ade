import { find, sql, type Cx, type Row } from '#kernel/server/index.ts'
import type { ExamKind } from '../contract/states.ts'
import { families } from './families.ts'
import { examRow, type ExamRow } from './queries.ts'
export { versionsOf, type VersionRow } from './change.ts'

/** The refraction a prescription would start from: submitted or signed, the latest day's highest kind (re-check, trial wear, subjective, cycloplegic, then the objective ones). Undefined when there is none. */
export const latestRefraction = (cx: Cx, pid: number): Promise<Row<'exam_refraction'> | undefined> =>
  cx.db.one<Row<'exam_refraction'>>(sql`select * from exam_refraction where pid = ${pid} and status in (1, 2) and kind <> 1
    order by exam_time::date desc, array_position(array[6, 7, 4, 5, 3, 2], kind), exam_time desc, id desc limit 1`)

/** Any examination with the names people read; another clinic's is not found. */
export const examOf = (cx: Cx, kind: ExamKind, id: number): Promise<ExamRow> => examRow(cx, families[kind], id)

/** A refraction by its number, or undefined. */
export const findRefraction = (cx: Cx, id: number): Promise<Row<'exam_refraction'> | undefined> => find(cx, 'exam_refraction', { id })

/** The member's last submitted acuity, pupillary distance or biometry. Undefined when there is none. */
export const latestVisual = (cx: Cx, pid: number): Promise<Row<'exam_visual'> | undefined> =>
  cx.db.one<Row<'exam_visual'>>(
    sql`select * from exam_visual where pid = ${pid} and status in (1, 2) order by exam_time desc, id desc limit 1`,
  )
export const latestPd = (cx: Cx, pid: number): Promise<Row<'exam_pd'> | undefined> =>
  cx.db.one<Row<'exam_pd'>>(sql`select * from exam_pd where pid = ${pid} and status in (1, 2) order by exam_time desc, id desc limit 1`)
export const biometryOf = (cx: Cx, pid: number): Promise<Array<Row<'exam_bio_meter'>>> =>
  cx.db.rows<Row<'exam_bio_meter'>>(sql`select * from exam_bio_meter where pid = ${pid} and status in (1, 2) order by exam_time, id`)
