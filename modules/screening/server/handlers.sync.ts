import type { Handlers } from '#kernel/server/index.ts'
import type { syncEndpoints } from '../contract/sync.ts'
import { makeMembers, runOf } from './members.ts'
import { verifyPicture } from './picture.ts'

export const syncHandlers: Handlers<typeof syncEndpoints> = {
  'eyefile.sync.batch-patients': (cx, which) => makeMembers(cx, which),
  'eyefile.sync.run': (cx, { id }) => runOf(cx, id),
  'picture-verification': verifyPicture,
}
