import { today } from '#kernel/web/index.ts'
import { DayList } from './DayList.tsx'

export default function Today() {
  return <DayList day={today()} walkIn />
}
