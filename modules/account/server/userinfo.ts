import { sql, type Cx } from '#kernel/server/index.ts'
import { storeOf, storesOf } from '#modules/institution/server/door.ts'
import type { UserInfo } from '../contract/shapes.ts'
import { isMemberVersion } from '../contract/member-version.ts'
import { menuOf } from './menu.ts'
import { arrangementOf } from './tree.ts'

/** Who is logged in: the seeds' user information, with the menu and the permissions the server will enforce. */
export async function userInfo(cx: Cx): Promise<UserInfo> {
  const { who } = cx
  const me = await cx.db.one<{ mobile: string | null; openId: string | null; roleName: string; company: string }>(
    sql`select c.mobile, a.open_id, r.name role_name, o.name company from account a join contact c using (oid, ctid_) join role r using (oid, role_id) join organisation o using (oid) where a.uid = ${who.uid}`,
  )
  if (!me) return cx.refuse('no_user')
  const [store, stores] = [await storeOf(cx, who.hid), await storesOf(cx)]
  const s = store as unknown as UserInfo & { name: string; memberDiscountMin: number; expireDate: string | null }
  return {
    uid: who.uid, ctid: who.ctid, cid: who.oid, oid: who.oid, sid: who.hid, hid: who.hid,
    name: who.name, account: who.account, mobile: me.mobile, company: me.company, logo: s.logo,
    role: who.role, roles: [...who.roles], rolesName: me.roleName, storeRolesName: me.roleName,
    hospitalName: s.name, hospitalNote: s.hospitalNote, mingmouExpireDate: s.expireDate, mingmouAnnualFee: null,
    timeOpen: s.timeOpen, timeClose: s.timeClose, timeOpen2: s.timeOpen2, timeClose2: s.timeClose2, timeOpen3: s.timeOpen3, timeClose3: s.timeClose3,
    isOptRequired: s.isOptRequired, sightStandard: s.sightStandard, memberDiscountRange: [s.memberDiscountMin, 10], orderMethod: s.orderMethod,
    openId: me.openId, memberVersion: isMemberVersion(who.role) || isMemberVersion(me.roleName), stores, permissions: [...who.can].sort(), menuList: menuOf(who, await arrangementOf(cx, who.hid)),
  }
}
