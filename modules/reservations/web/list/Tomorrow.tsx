import { DayList } from './DayList.tsx'
import { tomorrow } from '../data.ts'

export default function Tomorrow() {
  return <DayList day={tomorrow()} />
}
