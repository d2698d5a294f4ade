import { sql, type Cx, type Row, type Who, type ShapedRow } from '#kernel/server/index.ts'
import { paperSettingsOf, storeOf, storesOf } from '#modules/institution/server/door.ts'
import { keptAfterExpiry, kindOf, opens } from '../contract/kinds.ts'
import type { UserInfo } from '../contract/shapes.ts'
import { isMemberVersion } from '../contract/member-version.ts'
import { menuOf } from './menu.ts'
import { arrangementOf } from './tree.ts'

/** The legacy user information of the current account, with the menu and the permissions that the server enforces. */
export async function userInfo(cx: Cx): Promise<UserInfo> {
  const { who } = cx
  const me = await ownRow(cx)
  if (!me) return cx.refuse('no_user')
  const kind = kindOf({ role: who.role, ...me })
  const [store, stores] = [await storeOf(cx, who.hid), await storesOf(cx)]
  const s = store
  return {
    uid: who.uid,
    ctid: who.ctid,
    cid: who.oid,
    oid: who.oid,
    sid: who.hid,
    hid: who.hid,
    name: who.name,
    account: who.account,
    mobile: me.mobile,
    company: me.company,
    logo: s.logo,
    role: kind,
    roles: [...who.roles],
    rolesName: me.roleName,
    storeRolesName: me.roleName,
    hospitalName: s.name,
    hospitalNote: s.hospitalNote,
    mingmouExpireDate: me.expireDate,
    mingmouAnnualFee: null,
    timeOpen: s.timeOpen,
    timeClose: s.timeClose,
    timeOpen2: s.timeOpen2,
    timeClose2: s.timeClose2,
    timeOpen3: s.timeOpen3,
    timeClose3: s.timeClose3,
    includeOrgName: s.includeOrgName,
    printHead: s.printHead,
    printFoot: s.printFoot,
    isOptRequired: s.isOptRequired,
    sightStandard: s.sightStandard,
    memberDiscountRange: [s.memberDiscountMin, 10],
    orderMethod: s.orderMethod,
    ...openedBy(me.edition, s, await paperSettingsOf(cx, who.hid)),
    saler: { fullName: who.name },
    openId: me.openId ? '已绑定' : null,
    memberVersion: isMemberVersion(who.role) || isMemberVersion(me.roleName),
    kind,
    edition: me.edition,
    mustChange: me.mustChange,
    stores,
    permissions: [...who.can].sort(),
    menuList: menuLeft(menuOf(who, await arrangementOf(cx, who.hid)), who, kind),
    stars: me.stars,
    draftKey: me.draftKey,
  }
}

/** Replaces the pinned pages of the current account. */
export async function pin(cx: Cx, stars: string[]): Promise<{ stars: string[] }> {
  await cx.db.run(
    sql`
      insert into account_stars (uid, paths)
      values (${cx.who.uid}, ${stars})
      on conflict (oid, uid) do update
      set paths = excluded.paths
    `,
  )
  return { stars }
}

const OwnRow = {
  mobile: 'string | null',
  openId: 'string | null',
  roleName: 'string',
  company: 'string',
  organisation: 'string',
  mustChange: 'boolean',
  edition: 'string',
  expireDate: 'string | null',
  stars: 'string[]',
  draftKey: 'string',
} as const
type OwnRow = ShapedRow<typeof OwnRow>
/** The account with person, role, organisation and store. */
const ownRow = (cx: Cx) =>
  cx.db.one(
    OwnRow,
    sql`
      select c.mobile, a.open_id, r.name role_name, o.name company, o.kind organisation, a.must_change, h.edition, h.expire_date,
        coalesce(x.paths, '{}') stars, a.draft_key
      from account a
      join store h on h.oid = a.oid and h.hid = a.hid
      join contact c on c.oid = a.oid and c.ctid_ = a.ctid_
      join role r on r.oid = a.oid and r.role_id = a.role_id
      join organisation o on o.oid = a.oid
      left join account_stars x on x.oid = a.oid and x.uid = a.uid
      where a.uid = ${cx.who.uid}
    `,
  )

/** Edition features and print settings of the store, under their legacy names. */
const openedBy = (edition: string, s: Row<'store'>, papers: UserInfo['hospitalSettings']['printSetup']['papers']) => ({
  certificateAuth: opens(edition, 'certificateAuth'),
  egDbAuth: opens(edition, 'egDbAuth'),
  sdx_auth: opens(edition, 'sdx_auth'),
  sdxDaysAuth: opens(edition, 'sdxDaysAuth'),
  hospitalSettings: {
    printSetup: { printHead: s.printHead, includeOrgName: s.includeOrgName, papers },
    printContent: { printFoot: s.printFoot },
    includeOrgName: s.includeOrgName,
    sdxMappingAuth: opens(edition, 'sdxMappingAuth'),
  },
})

/** The menu after the expiry; before it, the whole menu (R026–R028). */
function menuLeft(menu: UserInfo['menuList'], who: Who, kind: string): UserInfo['menuList'] {
  const remaining = who.barred?.refusal === 'account_expired' ? keptAfterExpiry(kind) : undefined
  if (!remaining) return menu
  return menu
    .map((section) => ({ ...section, children: section.children.filter((c) => remaining.includes(c.path)) }))
    .filter((section) => section.children.length)
}
