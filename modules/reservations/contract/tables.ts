import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  office: { word: '科室', wall: 'store', member: 'reads' },
  consulting_room: { word: '诊室', wall: 'store', member: 'reads' },
  duty: { word: '排班', wall: 'store', member: 'reads' },
  reservation: { word: '预约', wall: 'store', member: 'writes', keeps: 'medical' },
  queue_ticket: { word: '候诊号', wall: 'store', member: 'writes', keeps: 'business' },
  exam_reservation: { word: '检查预约', wall: 'store', keeps: 'medical' },
  large_screen: { word: '候诊大屏', wall: 'store' },
})

export const functions: Functions = { member: ['booked_times', 'queue_ahead'] }
