import { describe, expect, it } from 'vitest'
import { doctor } from '#kernel/web/testing/stage.tsx'
import type { SignedIn } from '#kernel/web/access.tsx'
import { landingOf } from '#modules/account/contract/kinds.ts'
import { afterIdentity, beforeIdentity, menuNow, pathsOf, sectionTarget, type Visit } from './guard.ts'

const visit = (path: string, more: Partial<Visit> = {}): Visit => ({ path, can: 'x:view', hasToken: true, eyeGuardian: false, ...more })
const who: SignedIn = {
  ...doctor,
  menuList: [
    { path: '/dashboard', title: '工作', children: [{ path: '/dashboard', title: '工作台' }] },
    {
      path: '/settings',
      title: '系统设置',
      children: [
        { path: '/settings/institution', title: '机构' },
        { path: '/settings/my_account', title: '账户' },
        { path: '/settings/good', title: '商品' },
      ],
    },
    {
      path: '/patients',
      title: '会员',
      children: [
        { path: '/patients/list', title: '会员' },
        { path: '/patients/detail/{patientId}/home', title: '会员主页', hidden: true },
      ],
    },
  ],
}
const day = '2026-11-21'

describe('the page guard', () => {
  it.each(['/login', '/portal', '/forgotPassword', '/download', '/price', '/mall', '/eg/login', '/eg/home', '/404'])(
    'R001: %s opens without login',
    (path) => expect(beforeIdentity(visit(path, { hasToken: false }))).toBeUndefined(),
  )
  it('R001: every other path without a token leads to a login page', () => {
    expect(beforeIdentity(visit('/patients/list', { hasToken: false }))).toBe('/login')
    expect(beforeIdentity(visit('/patients/list', { hasToken: false, eyeGuardian: true }))).toBe('/eg/login')
  })
  it.each([
    ['R002', 'TV', '/tv/screen_manage'],
    ['R003', 'expert', '/expert'],
    ['R004', 'hospital_doctor', '/dashboard'],
    ['R006', 'eg', '/eg/home'],
  ])('%s: a logged-in %s on a login path goes to %s', (_, role, to) => {
    for (const path of ['/login', '/eg/login', ...(to === '/dashboard' ? [] : ['/dashboard'])])
      expect(afterIdentity(visit(path), { ...who, role, menuList: [...who.menuList, { path: to, title: role }] }, day)).toBe(to)
  })
  it('an account without a desk lands on the first page its menu lists, and links to the desk lead there too', () => {
    const menuList = [
      {
        path: '/contract',
        title: '合同管理',
        children: [
          { path: '/contract/print/{id}', title: '打印' },
          { path: '/contract/detail', title: '合同', hidden: true },
          { path: '/contract/list', title: '合同列表' },
        ],
      },
    ]
    const finance: SignedIn = { ...who, role: 'hospital_finance', menuList }
    for (const path of ['/login', '/dashboard']) expect(afterIdentity(visit(path), finance, day)).toBe('/contract/list')
    expect(afterIdentity(visit('/contract/list'), finance, day)).toBeUndefined()
    // A kind whose usual page was taken from its menu.
    expect(afterIdentity(visit('/inventory/gsp/inspect'), { ...finance, role: 'hospital_inspector' }, day)).toBe('/contract/list')
    expect(afterIdentity(visit('/dashboard'), { ...finance, menuList: [] }, day)).toBe('/404')
  })
  it('R005, R006: the eye-guardian variant has its own doors', () => {
    expect(beforeIdentity(visit('/login', { eyeGuardian: true }))).toBe('/eg/login')
    expect(beforeIdentity(visit('/portal', { eyeGuardian: true }))).toBe('/eg/home')
    expect(beforeIdentity(visit('/dashboard', { eyeGuardian: true }))).toBe('/eg/home')
    expect(landingOf('hospital_doctor', true)).toBe('/eg/home')
  })
  it('R009: a known route outside of the menu goes to /404; hidden entries open', () => {
    expect(afterIdentity(visit('/inventory/list'), who, day)).toBe('/404')
    expect(afterIdentity(visit('/patients/list'), who, day)).toBeUndefined()
    expect(afterIdentity(visit('/patients/detail/{patientId}/home'), who, day)).toBeUndefined()
    expect(afterIdentity(visit('/anything', { can: 'session' }), who, day)).toBeUndefined()
  })
  it('R010: a section goes to its default child, or to the first one the account has', () => {
    expect(sectionTarget('/patients/list', who, day)).toBe('/patients/list')
    expect(sectionTarget('/settings/staff', who, day)).toBe('/settings/institution')
    const ranks = [
      {
        path: '/patients',
        title: '会员',
        children: [
          { path: '/patients/import', title: '导入' },
          { path: '/patients/rank/{rankName}', title: '会员排行' },
        ],
      },
    ]
    expect(sectionTarget('/patients/rank/paid', { ...who, menuList: ranks }, day)).toBe('/patients/rank/paid')
  })
  it('R026–R028: expiry cuts the menu by kind of account', () => {
    const on = (role: string, mingmouExpireDate: string | null) => [...pathsOf(menuNow({ ...who, role, mingmouExpireDate }, day))]
    expect(on('hospital', '2026-11-20')).toEqual(['/dashboard', '/settings/institution', '/settings/my_account'])
    expect(on('chain', '2026-11-20')).toEqual(['/dashboard'])
    expect(on('hospital_doctor', '2026-11-20')).toEqual(['/dashboard'])
    expect(on('hospital', '2026-11-21')).toHaveLength(6)
    expect(on('chain', null)).toHaveLength(6)
    expect(afterIdentity(visit('/settings/good'), { ...who, role: 'hospital', mingmouExpireDate: '2026-01-01' }, day)).toBe('/404')
  })
})
