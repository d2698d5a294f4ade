import { channels } from '#kernel/contract/channel.ts'

export default channels({
  follows: ['reservations', 'exams', 'frame-orders'],
})
