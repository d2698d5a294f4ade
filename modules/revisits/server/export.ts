import type { FileAnswer } from '#kernel/contract/index.ts'
import { everyRow, excel, sheet, type Out } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { Revisit, type RevisitFilter } from '../contract/shapes.ts'
import { revisitsBy } from './queries.ts'

const tasks = sheet('回访', Revisit, [
  'revisitTime',
  'patientName',
  'memberNo',
  'mobile',
  'taskType',
  'typeName',
  'content',
  'channel',
  'urgency',
  'category',
  'reviewStaffName',
  'status',
  'outcome',
  'tries',
  'nextTryAt',
  'doneRevisitTime',
  'doneByName',
  'note',
  'tailStartDate',
  'tailEndDate',
  'cancelReason',
  'createdAt',
])
/** Tasks of a filter as Excel, in the order of the list. */
export const exportRevisits = async (out: Out, query: RevisitFilter): Promise<FileAnswer> => {
  const hid = ownStore(out, query.hid ?? out.who.hid)
  return excel(tasks, out.stream(Revisit, everyRow(revisitsBy(out, { ...query, hid }))), `回访-${out.today}.xlsx`)
}
