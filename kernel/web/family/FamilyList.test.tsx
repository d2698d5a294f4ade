import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { callsOf, crud, family, legacy, named, text, z } from '#kernel/contract/index.ts'
import { answering, doctor, ok, stage } from '../testing/stage.tsx'
import { FamilyList } from './FamilyList.tsx'

const can = { view: 'session', edit: 'bill:edit' }
const families = {
  villages: family({
    table: 'village',
    label: '村社区',
    noun: 'village',
    can,
    calls: crud('/v1/{product}/villages'),
    fields: { name: text('名称', { max: 20 }).min(1), street: text('街道').nullable().default('无名路') },
    has: ['version', 'uses'],
    filters: ['name'],
    excel: true,
  }),
  homes: family({
    table: 'home',
    label: '家庭',
    noun: 'home',
    can,
    calls: legacy('/home', 'delete'),
    fields: {
      name: text('户主', { max: 20 }).min(1),
      villageId: z.int().nullable().default(null).meta({ label: '所属', format: 'id' }),
    },
    shown: { villageName: named(text('村社区').nullable(), 'villageId', 'village') },
  }),
}
const calls = callsOf(families)
const editor = { ...doctor, permissions: [can.edit] }
const villages = [
  { id: 1, hid: 1, name: '上庄', street: null, version: 3, uses: 0 },
  { id: 2, hid: 1, name: '下庄', street: '东街', version: 0, uses: 2 },
]
const homes = [{ id: 7, hid: 1, name: '王家', villageId: 2, villageName: '下庄' }]
const backend = () =>
  answering(({ url }) => ok(url.pathname.includes('/home/list') ? { list: homes, total: 1 } : { list: villages, total: villages.length }))
const typeInto = async (label: string, value: string) => {
  const field = within(await screen.findByRole('dialog')).getByLabelText(new RegExp(label))
  await userEvent.clear(field)
  await userEvent.type(field, value)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /保存/ }))
}

describe('the list of a family', () => {
  it('shows its fields, and nothing to change to who may not', async () => {
    backend()
    await stage(<FamilyList families={families} calls={calls} name="villages" />, { who: doctor })
    const row = await screen.findByRole('row', { name: /下庄/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((c) => c.textContent),
    ).toEqual(['下庄', '东街', '2', ''])
    expect(screen.queryByRole('button', { name: '新增' })).toBeNull()
    expect(screen.getByRole('button', { name: '导出' })).toBeTruthy()
  })
  it('creates with the defaults of the declaration, changes with the version it saw, and does not delete what is used', async () => {
    const requests = backend()
    await stage(<FamilyList families={families} calls={calls} name="villages" />, { who: editor })
    await userEvent.click(await screen.findByRole('button', { name: '新增' }))
    await typeInto('名称', '新庄')
    const sent = () => requests.filter((a) => a.method !== 'GET').at(-1)
    await waitFor(() => expect(sent()).toMatchObject({ method: 'POST', body: { name: '新庄', street: '无名路' } }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('row', { name: /上庄/ }))
    await typeInto('名称', '上庄二')
    await waitFor(() => expect(sent()).toMatchObject({ method: 'PUT', body: { name: '上庄二', version: 3 } }))
    const deletion = within(screen.getByRole('row', { name: /下庄/ })).getByRole('button', { name: '删除' })
    expect([deletion.getAttribute('aria-disabled'), deletion.title]).toEqual(['true', expect.stringContaining('不能删除，可以停用')])
    expect(deletion.title).toContain('2 处')
  })
  it('shows what a field points to by its name, and chooses it from the list of that family', async () => {
    const sent = backend()
    await stage(<FamilyList families={families} calls={calls} name="homes" title="家庭" />, { who: editor })
    const row = await screen.findByRole('row', { name: /王家/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((c) => c.textContent),
    ).toEqual(['王家', '下庄', '删除'])
    await userEvent.click(row)
    await screen.findByRole('dialog')
    await waitFor(() => expect(sent.some((a) => a.url.pathname.endsWith('/villages'))).toBe(true))
    await typeInto('户主', '李家')
    await waitFor(() => expect(sent.find((a) => a.method === 'POST')).toMatchObject({ body: { id: 7, name: '李家', villageId: 2 } }))
  })
})
