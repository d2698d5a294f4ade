import { DataTable, Screen, useWho } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'

export default function SchoolManage() {
  const { hid } = useWho()
  return (
    <Screen fill>
      <DataTable
        of={screening['eyefile.students.list']}
        input={{ hid }}
        rowKey="studentId"
        live={['screening']}
        columns={['name', 'gender', 'birth', 'schoolName', 'grade', 'className', 'status']}
        filters={['name', 'status', 'grade']}
      />
    </Screen>
  )
}
