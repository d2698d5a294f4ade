import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { stage } from '#kernel/web/testing/stage.tsx'
import type { MenuNode } from '../../contract/shapes.access.ts'
import { matching, Tree, type Sections } from './Tree.tsx'

const element = (code: string, label: string) => ({
  id: [...code].reduce((n, c) => n * 31 + c.charCodeAt(0), 0),
  menuId: 1,
  code,
  label,
  name: null,
  hidden: false,
  granted: true,
  opens: [],
  calls: 1,
})
const node = (title: string, path: string, elements: MenuNode['elements']): MenuNode => ({
  id: path.length,
  path,
  title,
  section: 'patients',
  icon: null,
  rank: 1,
  hidden: false,
  module: 'patients',
  can: elements[0]?.code ?? 'patient:view',
  changed: false,
  granted: true,
  offered: true,
  fixed: path === '/dashboard',
  elements,
})
const sections: Sections = [
  {
    id: 9,
    section: 'patients',
    title: '会员管理',
    children: [
      node('会员列表', '/patients/list', [element('patient:view', '查看会员'), element('patient:save', '登记和修改会员')]),
      node('会员主页', '/patients/detail', []),
    ],
  },
]
const show = async (held: string[], toggle = vi.fn()) => {
  await stage(<Tree sections={sections} held={new Set(held)} saved={new Set(['patient:view'])} toggle={toggle} />)
  return toggle
}

describe('the tree of permissions', () => {
  it('finds screens by title and path, permissions by label and code', () => {
    const found = (words: string) =>
      matching(sections, words).flatMap((s) => s.children.map((n) => [n.title, n.elements.map((e) => e.code)]))
    expect(found('会员列表')).toEqual([['会员列表', ['patient:view', 'patient:save']]])
    expect(found('PATIENT:SAVE')).toEqual([['会员列表', ['patient:save']]])
    expect(found('/detail')).toEqual([['会员主页', []]])
    expect(found('没有的')).toEqual([])
  })
  it("a screen's box gives and takes all its permissions, one box its own; what is not saved yet is marked", async () => {
    const toggle = await show(['patient:view', 'patient:save'])
    await userEvent.click(screen.getByRole('checkbox', { name: '会员列表' }))
    expect(toggle).toHaveBeenLastCalledWith(['patient:view', 'patient:save'], false)
    await userEvent.click(screen.getByRole('checkbox', { name: '登记和修改会员' }))
    expect(toggle).toHaveBeenLastCalledWith(['patient:save'], false)
    expect(document.querySelectorAll('.changed').length).toBe(1)
  })
  it("where screens are granted by themselves, a screen's box is its own and one that stays cannot be taken", async () => {
    const toggle = vi.fn()
    const screens = { held: new Set(['/dashboard']), saved: new Set(['/dashboard', '/patients/list']), toggle: vi.fn() }
    const home = { ...sections[0]!, children: [node('今日工作台', '/dashboard', []), ...sections[0]!.children] }
    await stage(
      <Tree sections={[home]} held={new Set(['patient:view'])} saved={new Set(['patient:view'])} toggle={toggle} screens={screens} />,
    )
    expect((screen.getByRole('checkbox', { name: '今日工作台' }) as HTMLInputElement).disabled).toBe(true)
    expect(document.querySelectorAll('.changed').length).toBe(1)
    await userEvent.click(screen.getByRole('checkbox', { name: '会员列表' }))
    expect(screens.toggle).toHaveBeenCalledWith(['/patients/list'], true)
    expect(toggle).not.toHaveBeenCalled()
  })
})
