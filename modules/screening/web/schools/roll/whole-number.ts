/** The whole identity number of a student, for a reason that stays in the audit. */
import { call, confirm, t, toast } from '#kernel/web/index.ts'
import { screening } from '../../../contract/endpoints.ts'
import type { Student } from '../../../contract/students.ts'

/** Asks why and reads the number; nothing where no reason was given. */
export async function wholeNumber({ studentId }: Student): Promise<string | undefined> {
  const reason = await confirm({
    title: t`查看完整证件号`,
    message: t`查看人、时间和原因会记录在审计中`,
    reason: { label: t`查看原因`, required: true },
  })
  if (typeof reason !== 'string') return undefined
  const { idCard, passport } = await call(screening['eyefile.students.number'], { id: studentId, reason })
  return idCard ?? passport ?? ''
}
export const useWholeNumber = () => ({
  show: async (student: Student) => {
    if (!student.idCard && !student.passport) return toast(t`${student.name} 没有登记证件号`, 'warn')
    const number = await wholeNumber(student)
    if (number !== undefined) await confirm({ title: student.name, message: number, ok: t`看完了` })
  },
})
