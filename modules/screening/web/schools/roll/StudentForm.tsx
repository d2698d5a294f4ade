/** A student: the form, and beside it the whole number for who may see it, with a reason. */
import { Button } from 'antd'
import { useState } from 'react'
import { Can, Form, t, toast, tr, useWho } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { screening } from '../../../contract/endpoints.ts'
import { gradeLabel } from '../../../contract/grades.ts'
import type { StudentsNum } from '../../../contract/rolls.ts'
import type { Student } from '../../../contract/students.ts'
import type { Selection } from '../selection.ts'
import { wholeNumber } from './whole-number.ts'

interface StudentFormProps {
  student: Student | undefined
  num: StudentsNum
  selection: Selection
  close: () => void
}
const stale = [screening['eyefile.students.list'], screening['eyefile.students-num']]
export function StudentForm({ student, num, selection, close }: StudentFormProps) {
  const { hid } = useWho()
  const schools = num.schools.map((s) => ({ value: s.schoolId, label: s.schoolName }))
  const classes = num.schools.flatMap((s) =>
    s.classes.map((c) => ({ value: c.classId, label: `${s.schoolName} ${tr(gradeLabel(c.grade))} ${c.className}`, schoolId: s.schoolId })),
  )
  const villages = num.villages.map((v) => ({ value: v.villageId, label: `${v.communityName} ${v.villageName}` }))
  const shared = {
    invalidates: stale,
    fields: [
      'name',
      'gender',
      'birth',
      { key: 'idCard', hint: student?.idCard ? t`只显示尾号；不改时保持原样` : undefined },
      'passport',
      'studentNo',
      { key: 'schoolId', options: schools },
      { key: 'classId', options: classes },
      ...(villages.length ? [{ key: 'villageId', options: villages } as const] : []),
      'seat',
      'nation',
      'guardian',
      'mobile',
      'glasses',
      {
        key: 'ctid',
        control: (form, id) => (
          <StaffPicker id={id} chosen={form.values.ctid as number | undefined} onChange={(ctid) => form.set('ctid', ctid ?? null)} />
        ),
      },
      'latent',
      'status',
      'isAnother',
    ],
    onDone: () => (toast(t`学生已保存`, 'ok'), close()),
    onLeave: close,
  } satisfies Partial<Parameters<typeof Form<(typeof screening)['eyefile.students.create']>>[0]>
  return (
    <>
      {student && <WholeNumber student={student} />}
      {student ? (
        <Form
          of={screening['eyefile.students.update']}
          {...shared}
          initial={student}
          fixed={{ id: student.studentId, version: student.version }}
        />
      ) : (
        <Form
          of={screening['eyefile.students.create']}
          {...shared}
          fixed={{ hid }}
          initial={{ schoolId: selection.schoolId, classId: selection.classId, villageId: selection.villageId }}
        />
      )}
    </>
  )
}
function WholeNumber({ student }: { student: Student }) {
  const [shown, setShown] = useState<string>()
  if (!student.idCard && !student.passport) return null
  const show = async () => setShown(await wholeNumber(student))
  return (
    <Can code="student:secret">
      <p className="whole-number">{shown ? <strong>{shown}</strong> : <Button onClick={() => void show()}>{t`查看完整证件号`}</Button>}</p>
    </Can>
  )
}
