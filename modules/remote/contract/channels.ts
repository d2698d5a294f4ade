import { channels, room } from '#kernel/contract/channel.ts'
import { remoteCase } from './states.ts'

const effects = ['wait', 'start', 'rejoin'] as const
/** Steps that follow from being in the room. */
export type RoomEffect = (typeof effects)[number]

export default channels({
  rooms: {
    consultation: room({
      can: 'remote:view',
      machine: remoteCase,
      states: remoteCase.in.enterable,
      stays: [remoteCase.is.signed],
      effects,
      topic: 'remote',
    }),
  },
})
