import { noteImported, on, type Cx } from '#kernel/server/index.ts'
import { sentenceOf } from '#kernel/contract/index.ts'
import { biometryImported, type ImportedBiometry } from '#modules/patients/contract/events.ts'
import type { ExamRow } from './queries.ts'
import { families, type ExamFamily } from './families.ts'
import { saveExam, type ExamSaveFail, type Saving } from './save.ts'
import { examStates } from '../contract/states.ts'

/** Members that come in with biometry bring examinations; each is noted with the import, so that taking it back takes them too. */
async function keepBiometry(cx: Cx<ExamSaveFail>, row: ImportedBiometry): Promise<void> {
  const { pid, at: time, importId, rowNo, seOd, seOs, ...lengths } = row
  if (Object.values(lengths).some((v) => v !== null)) await keep(cx, families.bioMeter, { importId, rowNo }, pid, time, lengths)
  // A cycloplegic spherical equivalent is kept as a cycloplegic refraction without a cylinder.
  if (seOd !== null || seOs !== null)
    await keep(cx, families.refraction, { importId, rowNo }, pid, time, { kind: 5, dsOd: seOd, dsOs: seOs })
}

async function keep(
  cx: Cx<ExamSaveFail>,
  family: ExamFamily,
  row: { importId: number; rowNo: number },
  pid: number,
  time: string,
  measures: Record<string, unknown>,
): Promise<void> {
  const read = { ...measures, pid, examTime: time.slice(0, 10) }
  const parsed = family.shape.safeParse(read)
  if (!parsed.success) {
    const wrong = sentenceOf(parsed.error, family.shape, read)
    cx.refuse('exam_wrong', { what: wrong.sentence, field: wrong.field })
  }
  const origin = Object.fromEntries(family.measures.filter((name) => typeof measures[name] === 'number').map((name) => [name, 'imported']))
  const saved = await saveExam<ExamRow>(cx, family, {
    // The schema just parsed it; its generic is lost in the loop over kinds.
    ...(parsed.data as Saving),
    status: examStates.is.submitted,
    origin,
    importId: row.importId,
  })
  await noteImported(cx, row, family.table, saved.id)
}
export default [on(biometryImported, keepBiometry)]
