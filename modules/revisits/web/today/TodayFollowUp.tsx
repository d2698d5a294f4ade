/** Clinical follow-up of today: reviews, ortho-k, treatment. */
import { useState } from 'react'
import { Screen, t, today, useTabs } from '#kernel/web/index.ts'
import { RevisitTable } from '../list/RevisitTable.tsx'
import { wordOfTask } from '../words.ts'
import '../revisits.css'

export default function TodayFollowUp() {
  const [tab, tabs] = useTabs([
    ['1', wordOfTask(1)],
    ['2', wordOfTask(2)],
    ['4', wordOfTask(4)],
  ])
  const [day] = useState(today)
  return (
    <Screen fill note={t`要看眼睛的回访`} actions={tabs}>
      <RevisitTable key={tab} input={{ due: day, taskType: Number(tab) }} />
    </Screen>
  )
}
