/** Examinations of a day, done and to do. */
import { Screen, t } from '#kernel/web/index.ts'
import { useState } from 'react'
import { CheckList } from './CheckQueue.tsx'

export default function TodayCheck() {
  const [total, setTotal] = useState<number>()
  return (
    <Screen fill note={total !== undefined && t`${total} 项`}>
      <CheckList onTotal={setTotal} />
    </Screen>
  )
}
