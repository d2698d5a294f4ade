import { done, get, open, post, put, z } from '#kernel/contract/index.ts'
import { ctid } from './fields.ts'
import { ChangePassword, LoggedIn, Login, Setup, Staff, StaffPage, StaffQuery, UserInfo } from './shapes.ts'

export const account = {
  'account.login': open.post('/account/login', { can: 'public', summary: 'Log in by account and password; answers the token', input: Login, output: LoggedIn, fails: ['wrong_login', 'login_locked', 'account_off', 'first_login'], perMinute: 60 }),
  'account.setup': open.post('/account/setup', { can: 'public', summary: 'Ours: first administrator through the one-time link printed at the start', input: Setup, output: LoggedIn, fails: ['setup_link', 'taken'], perMinute: 10 }),
  'account.userinfo': get('/account/userinfo', { can: 'session', summary: 'Who is logged in, with store, permissions and menu', output: UserInfo }),
  'account.logout': post('/account/loginout', { can: 'session', summary: 'Ends this session', output: done() }),
  'account.password': put('/account/password/{id}', { can: 'session', summary: 'Changes the own password; every session of the account ends', input: ChangePassword, output: done(), fails: ['wrong_password', 'password_same'] }),
  'staff.list': get('/contact/list/{hid}/{type}', { can: 'session', summary: 'Staff of a store by kind of post (0 = all)', input: StaffQuery, output: StaffPage }),
  'staff.by-clinic': get('/contact/{hid}', { can: 'session', summary: 'All staff who may work in a store', input: StaffQuery, output: StaffPage }),
  'staff.get': get('/contact/info/{ctid}', { can: 'session', summary: 'Ours: one staff member', input: z.object({ ctid }), output: Staff }),
}
export default account
