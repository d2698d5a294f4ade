import { describe, expect, it } from 'vitest'
import type { ScreenEntry } from '#kernel/contract/declare.ts'
import { crumbsOf } from './crumbs.ts'

const declared: Readonly<Record<string, ScreenEntry>> = {
  '/patients': { title: '会员管理', can: 'patient:view', redirect: '/patients/list' },
  '/patients/list': { title: '会员列表', can: 'patient:view', menu: 'patients' },
  '/patients/detail/{patientId}': { title: '会员详情', can: 'patient:view', redirect: '/patients/detail/{patientId}/home' },
  '/patients/detail/{patientId}/home': { title: '会员主页', can: 'patient:view' },
  '/settings/staff': { title: '员工', can: 'staff:view', menu: 'settings' },
}
const menu = [
  { path: '/dashboard', title: '工作', children: [{ path: '/dashboard', title: '工作台' }] },
  { path: '/patients', title: '会员管理', children: [{ path: '/patients/list', title: '会员列表' }] },
]
const crumbsAt = (pattern: string, params: Record<string, string> = {}) =>
  crumbsOf({ pattern, params, menu, entryOf: (p) => declared[p], home: '/dashboard' })

describe('R024 breadcrumbs', () => {
  it('come from the matched routes, home first; the last is no link', () => {
    expect(crumbsAt('/patients/detail/{patientId}/home', { patientId: '12' })).toEqual([
      { title: '首页', to: '/dashboard' },
      { title: '会员管理', to: '/patients' },
      { title: '会员详情', to: '/patients/detail/12' },
      { title: '会员主页' },
    ])
    expect(crumbsAt('/patients/list')).toEqual([
      { title: '首页', to: '/dashboard' },
      { title: '会员管理', to: '/patients' },
      { title: '会员列表' },
    ])
  })
  it('a level that is no page of its own is no link', () =>
    expect(crumbsAt('/settings/staff')).toEqual([{ title: '首页', to: '/dashboard' }, { title: '系统设置' }, { title: '员工' }]))
  it('home is alone', () => expect(crumbsAt('/dashboard')).toEqual([{ title: '首页' }]))
})
