import { tables } from '#kernel/contract/tables.ts'

export default tables({
  office: { word: '科室', wall: 'store' },
  consulting_room: { word: '诊室', wall: 'store' },
  duty: { word: '排班', wall: 'store' },
  reservation: { word: '预约', wall: 'store', keeps: 'medical' },
  queue_ticket: { word: '候诊号', wall: 'store', keeps: 'business' },
  exam_reservation: { word: '检查预约', wall: 'store', keeps: 'medical' },
  large_screen: { word: '候诊大屏', wall: 'store' },
})
