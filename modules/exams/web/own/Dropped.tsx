/** In a cycloplegic refraction: the drops it rests on. Without a record the reason is asked for below. */
import { t, useCall, type FormState } from '#kernel/web/index.ts'
import { exams } from '../../contract/endpoints.ts'
import { dropsOf, readyAt, readyDay } from '../../contract/aids/cycloplegia.ts'
import type { CycloplegicExam } from '../../contract/checks/cycloplegia.ts'

/** The member's records of drops that were not taken back, newest first. */
export function useDrops(pid: number, enabled: boolean): Array<CycloplegicExam & { id: number }> {
  const list = useCall(exams['examCycloplegia.list'], { pid, per_page: 20 }, { enabled, live: ['exams'] }).data?.list ?? []
  return list.map((row) => ({ id: row.id, examTime: row.examTime, values: { ...row } }))
}
export function Dropped({ form, of: drops }: { form: FormState; of: ReadonlyArray<CycloplegicExam & { id: number }> }) {
  const { cycloplegiaId } = form.values
  return (
    <label>
      {t`散瞳记录`}{' '}
      <select
        data-field="cycloplegiaId"
        value={typeof cycloplegiaId === 'number' ? cycloplegiaId : ''}
        onChange={(e) => form.set('cycloplegiaId', e.target.value ? Number(e.target.value) : null)}
      >
        <option value="">{t`没有记录`}</option>
        {drops.map(({ id, examTime, values }) => (
          <option key={id} value={id}>
            {examTime.slice(0, 10)} {t`可验光 ${readyDay(values, examTime) ?? readyAt(dropsOf(values, examTime))?.slice(11) ?? '—'}`}
          </option>
        ))}
      </select>
    </label>
  )
}
