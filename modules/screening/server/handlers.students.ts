import type { Handlers } from '#kernel/server/index.ts'
import type { studentEndpoints } from '../contract/students.ts'
import { studentOf, studentPage } from './queries.ts'
import { deleteStudent, saveStudent } from './students.ts'

export const studentHandlers: Handlers<typeof studentEndpoints> = {
  'eyefile.students.list': studentPage,
  'eyefile.students.get': (cx, { id }) => studentOf(cx, id),
  'eyefile.students.create': saveStudent,
  'eyefile.students.update': (cx, { hid, ...input }) => saveStudent(cx, { ...input, hid: hid ?? cx.who.hid }),
  'eyefile.students.delete': (cx, { id }) => deleteStudent(cx, id),
}
