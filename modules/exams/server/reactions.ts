import { on, sql, type Cx } from '#kernel/server/index.ts'
import { sentenceOf } from '#kernel/contract/index.ts'
import { biometryImported, type ImportedBiometry } from '#modules/patients/contract/events.ts'
import type { ExamRow } from './queries.ts'
import { families, type Family } from './families.ts'
import { saveExam, type SaveFails } from './save.ts'

/** Members that come in with biometry bring examinations; each is noted with the import, so that taking it back takes them too. */
async function keepBiometry(cx: Cx<SaveFails>, row: ImportedBiometry): Promise<void> {
  const { pid, at, importId, rowNo, seOd, seOs, ...lengths } = row
  if (Object.values(lengths).some((v) => v !== null)) await keep(cx, families.bioMeter, row, { ...lengths, pid, examTime: at })
  // A cycloplegic spherical equivalent is kept as a cycloplegic refraction without a cylinder.
  if (seOd !== null || seOs !== null) await keep(cx, families.refraction, row, { pid, examTime: at, kind: 5, dsOd: seOd, dsOs: seOs })
  async function keep(cx: Cx<SaveFails>, family: Family, from: ImportedBiometry, values: Record<string, unknown>): Promise<void> {
    const { examTime: _, ...measures } = values
    const parsed = family.shape.safeParse({ ...measures, examTime: at.slice(0, 10) })
    if (!parsed.success) {
      const wrong = sentenceOf(parsed.error, family.shape)
      cx.refuse('exam_wrong', { what: wrong.sentence, field: wrong.field })
    }
    const origin = Object.fromEntries(family.measures.filter((name) => measures[name] !== undefined && measures[name] !== null).map((name) => [name, 'imported']))
    const saved = await saveExam<ExamRow>(cx, family, { ...measures, pid, examTime: at.slice(0, 10), status: 1, confirmed: [], origin, importId: from.importId } as never)
    await cx.db.run(sql`insert into import_row (import_id, row_no, tbl, row_id) values (${importId}, ${rowNo}, ${family.table}, ${saved.id})`)
  }
}
export default [on(biometryImported, keepBiometry as (cx: Cx, row: ImportedBiometry) => Promise<void>)]
