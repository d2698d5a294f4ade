import { channels } from '#kernel/contract/channel.ts'

export default channels({
  follows: ['reservations', 'frame-orders', 'orders', 'billing', 'stock', 'exams', 'records'],
})
