import { channels } from '#kernel/contract/channel.ts'

export default channels({
  // Orders of every kind, wherever they are shown.
  topics: { orders: [] },
  follows: ['records', 'stock', 'frame-orders'],
})
