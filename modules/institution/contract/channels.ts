import { channels } from '#kernel/contract/channel.ts'

export default channels({
  // Every account sees its store's name, hours and print head.
  topics: { institution: 'session' },
})
