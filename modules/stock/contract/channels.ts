import { channels } from '#kernel/contract/channel.ts'

export default channels({
  follows: ['products', 'frame-orders', 'billing', 'orders'],
})
