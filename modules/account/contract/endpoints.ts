import { open } from '#kernel/contract/index.ts'
import { access } from './endpoints.access.ts'
import { sessions } from './endpoints.sessions.ts'
import { staff } from './endpoints.staff.ts'
import { Setup } from './shapes.ts'
import { LoggedIn } from './shapes.sessions.ts'

export const account = {
  ...sessions,
  'account.setup': open.post('/account/setup', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: first administrator through the one-time link printed at the start',
    input: Setup,
    output: LoggedIn,
    fails: ['setup_link', 'taken', 'password_weak'],
    perMinute: 10,
  }),
  ...staff,
  ...access,
}
export default account
