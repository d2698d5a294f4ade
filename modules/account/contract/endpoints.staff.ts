/** Staff, their accounts and the stores they can enter. */
import { done, get, id, outside, post, put, z } from '#kernel/contract/index.ts'
import { ctid } from './fields.ts'
import { Staff, StaffPage, StaffQuery } from './shapes.ts'
import {
  InitAccount,
  SaveStaff,
  SetStatus,
  StaffAccount,
  StaffAccountPage,
  StaffAccountQuery,
  StoreAuth,
  WechatContact,
} from './shapes.staff.ts'

const edit = { can: 'staff:edit' } as const

export const staff = {
  'staff.list': get('/contact/list/{hid}/{type}', {
    can: 'session',
    summary: 'Staff of a store by kind of post (0 = all)',
    input: StaffQuery,
    output: StaffPage,
  }),
  'staff.by-clinic': get('/contact/{hid}', {
    can: 'session',
    summary: 'All staff who may work in a store',
    input: StaffQuery,
    output: StaffPage,
  }),
  'staff.get': get('/contact/info/{ctid}', { can: 'session', summary: 'Ours: one staff member', input: z.object({ ctid }), output: Staff }),
  'frame.wechat-contacts': get('/{product}/wechat/hospitals/contacts/{hid}', {
    can: 'session',
    summary: 'Staff at work in a store whom its members may reach by WeChat',
    input: z.object({ hid: id('门店') }),
    output: z.array(WechatContact),
  }),
  'staff.accounts': get('/account/listByHid/{hid}', {
    ...edit,
    summary: 'Staff of a store with their accounts, roles, stores and licences',
    input: StaffAccountQuery,
    output: StaffAccountPage,
  }),
  'staff.save': post('/contact/addOrupdate', {
    ...edit,
    summary: 'Ours: creates or changes a staff member',
    input: SaveStaff,
    output: StaffAccount,
    fails: ['beyond_own', 'beyond_stores', 'last_admin', 'no_account', 'not_yourself'],
  }),
  'staff.status': put('/contact/{ctid}/status/{status}', {
    ...edit,
    summary: 'Enables, disables (no login) or ends the employment of a staff member; sessions end at once',
    input: SetStatus,
    output: StaffAccount,
    fails: ['beyond_own', 'beyond_stores', 'last_admin', 'not_yourself'],
  }),
  'staff.init-account': outside.post('/contact/{ctid}/account', {
    ...edit,
    again: 'its input holds a password',
    summary: 'Makes the account of a staff member, or gives it a new first password',
    input: InitAccount,
    output: StaffAccount,
    fails: ['taken', 'beyond_own', 'beyond_stores', 'last_admin', 'not_yourself', 'password_used', 'password_weak'],
  }),
  'staff.store-auth': put('/contact/{ctid}/store-auth', {
    can: 'store:grant',
    summary: 'Stores a staff member may enter beside the own one',
    input: StoreAuth,
    output: StaffAccount,
    fails: ['no_account', 'beyond_own', 'beyond_stores', 'last_admin'],
  }),
  'staff.end-sessions': post('/contact/{ctid}/sessions/end', {
    ...edit,
    summary: 'Ours: ends every session of a staff member',
    input: z.object({ ctid }),
    output: done(),
    fails: ['beyond_own', 'beyond_stores'],
  }),
}
