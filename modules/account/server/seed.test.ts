/** What a client that knows only the legacy contract can do with the menu: own entries and elements next to the declared ones. */
import { expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'

it('POST /menu makes an entry for an own path, DELETE /menu/{id} takes it away; POST /element makes an own code', async () => {
  const clinic = await freshClinic()
  const chain = clinic.as('chain')
  const listed = async () => (await chain.call('menu.tree', {})).flatMap((s) => s.children)
  const entries = async () => (await clinic.as('reception').call('account.userinfo', {})).menuList.flatMap((s) => s.children)
  const link = await chain.call('menu.create', {
    path: 'https://help.example.cn/眼健康?from=1',
    title: '科普资料',
    section: 'patients',
    rank: 90,
  })
  expect(link).toMatchObject({ title: '科普资料', section: 'patients', changed: true, hidden: false, can: 'session' })
  expect((await listed()).find((n) => n.id === link.id)).toMatchObject({ path: link.path })
  expect(await entries()).toContainEqual(expect.objectContaining({ path: link.path, title: '科普资料' }))
  const entry = await chain.call('menu.create', { path: '/patients/list?levelId=3', title: '金卡会员', section: 'patients' })
  expect(await chain.call('menu.update', { id: entry.id, title: '金卡' })).toMatchObject({
    path: '/patients/list?levelId=3',
    title: '金卡',
  })
  const note = await chain.call('element.create', { menuId: link.id, code: 'help:note', name: '只供内部使用' })
  expect(note).toMatchObject({ code: 'help:note', label: '只供内部使用', granted: true })
  expect(await chain.call('menu.elements', { id: link.id })).toMatchObject([{ id: note.id, code: 'help:note' }])
  expect((await entries()).find((e) => e.path === link.path)?.permissions).toContain('help:note')
  await chain.call('element.update', { menuId: link.id, code: 'help:note', hidden: true })
  expect((await entries()).find((e) => e.path === link.path)?.permissions).not.toContain('help:note')
  await chain.call('element.delete', { id: note.id })
  expect(await chain.call('menu.elements', { id: link.id })).toEqual([])
  for (const { id } of [link, entry]) await chain.call('menu.delete', { id })
  expect((await listed()).some((n) => n.id === link.id || n.id === entry.id)).toBe(false)
  expect((await entries()).some((e) => e.path === link.path)).toBe(false)
  for (const path of ['javascript:alert(1)', '//evil.example', 'http://plain.example', '/no/such/page', '/patients/list?x=\u0000'])
    expect(await chain.refusal('menu.create', { path, title: '不行' }), path).toMatchObject({ code: 1 })
  expect(await chain.refusal('menu.create', { path: 'https://a.example' })).toMatchObject({ code: 1, field: 'title' })
})

it('every id of the hospital tree is accepted back', async () => {
  const clinic = await freshClinic()
  const chain = clinic.as('chain')
  await chain.call('menu.create', { path: 'https://help.example.cn', title: '帮助' })
  const tree = await chain.call('menu.tree', {})
  const ids = tree.flatMap((section) => [section.id, ...section.children.map((n) => n.id)])
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of tree.flatMap((section) => [section.id, section.children.at(-1)!.id]))
    expect(await chain.call('menu.elements', { id }), String(id)).toBeInstanceOf(Array)
  await chain.call('auth.menu.grant', { hid: clinic.hids[1]!, ids })
  expect(await chain.call('menu.tree', { hid: clinic.hids[1]! })).toEqual(tree)
  const section = tree.find((s) => s.section === 'patients')!
  await chain.call('auth.menu.revoke', { hid: clinic.hids[1]!, ids: [section.id] })
  const after = (await chain.call('menu.tree', { hid: clinic.hids[1]! })).find((s) => s.section === 'patients')!
  expect(after.children.filter((n) => n.offered && !n.fixed)).toEqual([])
}, 120_000)
