import { channels } from '#kernel/contract/channel.ts'

export default channels({
  follows: ['messages'],
})
