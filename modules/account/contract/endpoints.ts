import { done, get, open, post, put } from '#kernel/contract/index.ts'
import { access } from './endpoints.access.ts'
import { staff } from './endpoints.staff.ts'
import { ChangePassword, LoggedIn, Login, Setup, UserInfo } from './shapes.ts'

export const account = {
  'account.login': open.post('/account/login', { can: 'public', summary: 'Log in by account and password; answers the token', input: Login, output: LoggedIn, fails: ['wrong_login', 'login_locked', 'account_off', 'first_login'], perMinute: 60 }),
  'account.setup': open.post('/account/setup', { can: 'public', summary: 'Ours: first administrator through the one-time link printed at the start', input: Setup, output: LoggedIn, fails: ['setup_link', 'taken'], perMinute: 10 }),
  'account.userinfo': get('/account/userinfo', { can: 'session', summary: 'Who is logged in, with store, permissions and menu', output: UserInfo }),
  'account.logout': post('/account/loginout', { can: 'session', summary: 'Ends this session', output: done() }),
  'account.password': put('/account/password/{id}', { can: 'session', summary: 'Changes the own password; every session of the account ends', input: ChangePassword, output: done(), fails: ['wrong_password', 'password_same'] }),
  ...staff,
  ...access,
}
export default account
