/** Calls due today, overdue ones with them. */
import { Screen, t, today } from '#kernel/web/index.ts'
import { RevisitTable } from '../list/RevisitTable.tsx'
import '../revisits.css'

export default function TodayCalls() {
  return (
    <Screen fill note={t`今天要打的，连同逾期的`}>
      <RevisitTable input={{ due: today() }} />
    </Screen>
  )
}
