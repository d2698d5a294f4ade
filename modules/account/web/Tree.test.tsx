import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { stage } from '#kernel/web/testing/stage.tsx'
import type { MenuNode } from '../contract/shapes.access.ts'
import { matching, Tree, type Sections } from './Tree.tsx'

const element = (code: string, label: string) => ({ id: code.length, menuId: 1, code, label, name: null, hidden: false, granted: true, opens: [], calls: 1 })
const node = (title: string, path: string, elements: MenuNode['elements']): MenuNode => ({ id: path.length, path, title, section: 'patients', icon: null, rank: 1, hidden: false, module: 'patients', can: elements[0]?.code ?? 'patient:view', changed: false, granted: true, elements })
const sections: Sections = [{ section: 'patients', title: '会员管理', children: [node('会员列表', '/patients/list', [element('patient:view', '查看会员'), element('patient:save', '登记和修改会员')]), node('会员主页', '/patients/detail', [])] }]
const show = async (held: string[], toggle = vi.fn()) => {
  await stage(<Tree sections={sections} held={new Set(held)} saved={new Set(['patient:view'])} toggle={toggle} />)
  return toggle
}

describe('the tree of permissions', () => {
  it('finds screens by title and path, permissions by label and code', () => {
    const found = (words: string) => matching(sections, words).flatMap((s) => s.children.map((n) => [n.title, n.elements.map((e) => e.code)]))
    expect(found('会员列表')).toEqual([['会员列表', ['patient:view', 'patient:save']]])
    expect(found('PATIENT:SAVE')).toEqual([['会员列表', ['patient:save']]])
    expect(found('/detail')).toEqual([['会员主页', []]])
    expect(found('没有的')).toEqual([])
  })
  it('a screen\'s box gives and takes all its permissions, one box its own; what is not saved yet is marked', async () => {
    const toggle = await show(['patient:view', 'patient:save'])
    await userEvent.click(screen.getByRole('checkbox', { name: '会员列表' }))
    expect(toggle).toHaveBeenLastCalledWith(['patient:view', 'patient:save'], false)
    await userEvent.click(screen.getByRole('checkbox', { name: '登记和修改会员' }))
    expect(toggle).toHaveBeenLastCalledWith(['patient:save'], false)
    expect(document.querySelectorAll('.changed').length).toBe(1)
  })
})
