import { importCallsOf, importEndpoints, type ImportResult } from '#kernel/contract/index.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ImportWizard } from './ImportWizard.tsx'
import { answering, ok, stage, type RecordedCall } from '../testing/stage.tsx'

const calls = importCallsOf(importEndpoints('things', '/things/import', 'things:import'), 'things')
const base: ImportResult = {
  importId: null,
  filename: 'a.csv',
  dryRun: true,
  rows: 2,
  good: 1,
  bad: 1,
  changed: 0,
  same: 0,
  conflicts: 0,
  knows: false,
  remembered: 0,
  warning: null,
  layout: null,
  codes: [],
  columns: [
    { column: 0, header: '名字', field: 'name', samples: ['甲', '乙'] },
    { column: 1, header: '几岁', field: null, samples: ['x', '3'] },
  ],
  fields: [
    { field: 'name', label: '姓名', required: true },
    { field: 'age', label: '年龄', required: false },
  ],
  errors: [{ row: 3, column: '姓名', field: 'name', given: '', sentence: '必填' }],
  notes: [],
}
const formOf = ({ body }: RecordedCall) => Object.fromEntries((body as FormData).entries())
const serve = (answers: { run: (form: Record<string, unknown>) => unknown; undo?: unknown }) =>
  answering((request) => {
    if (request.url.pathname.endsWith('/things/import/list')) return ok({ list: [], total: 0 })
    if (request.url.pathname.endsWith('/things/import/progress')) return ok({ done: 1, total: 2 })
    if (request.url.pathname.endsWith('/things/import/undo')) return ok(answers.undo)
    return answers.run(formOf(request))
  })
const choose = async () =>
  userEvent.upload(await screen.findByLabelText('选择文件'), new File(['名字,几岁\n甲,x\n'], 'a.csv', { type: 'text/csv' }))
const runs = (requests: RecordedCall[]) => requests.filter((a) => a.url.pathname === '/api/things/import').map(formOf)

describe('the import wizard', () => {
  it('tries the file first, shows what it found, and imports with the same columns', async () => {
    const requests = serve({ run: (form) => ok(form.dryRun === 'true' ? base : { ...base, dryRun: false, importId: 5 }) })
    await stage(<ImportWizard calls={calls} hid={7} what="会员" />)
    await choose()
    const row = await screen.findByRole('row', { name: /必填/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((c) => c.textContent),
    ).toEqual(['3', '姓名', '—', '必填'])
    expect(runs(requests)[0]).toMatchObject({ hid: '7', dryRun: 'true' })
    await userEvent.click(screen.getByRole('button', { name: '导入 1 条会员' }))
    expect(await screen.findByText('已导入 1 条会员')).toBeTruthy()
    expect(runs(requests)[1]).toMatchObject({ dryRun: 'false', mapping: '{"0":"name"}' })
  })

  it('a column chosen by hand is tried at once', async () => {
    const sent = serve({ run: () => ok(base) })
    await stage(<ImportWizard calls={calls} hid={7} what="会员" />)
    await choose()
    await userEvent.click(await screen.findByRole('combobox', { name: '几岁' }))
    await userEvent.click(await screen.findByText('年龄', { selector: '.ant-select-item-option-content' }))
    await waitFor(() => expect(runs(sent)[1]).toMatchObject({ dryRun: 'true', mapping: '{"0":"name","1":"age"}' }))
  })

  it('asks what the codes of a column mean, with the names each convention makes male or female', async () => {
    const meaningsOf = (gb: string | null, legacy: string | null) => [
      { key: 'gb', word: gb },
      { key: 'legacy', word: legacy },
    ]
    const codes = [
      {
        field: 'gender',
        label: '性别',
        chosen: null,
        conventions: [
          { key: 'gb', label: '国标', fits: true },
          { key: 'legacy', label: '原系统', fits: false },
        ],
        codes: [
          { code: '1', names: ['张伟'], means: meaningsOf('男', '女') },
          { code: '2', names: ['李娜'], means: meaningsOf('女', null) },
        ],
      },
    ]
    const requests = serve({ run: () => ok({ ...base, good: 0, codes }) })
    await stage(<ImportWizard calls={calls} hid={7} what="会员" />)
    await choose()
    const standard = await screen.findByRole('radio', { name: /国标.*1 → 男：张伟.*2 → 女：李娜/ })
    expect(screen.getByRole('radio', { name: /原系统/ })).toHaveProperty('disabled', true)
    await userEvent.click(standard)
    await waitFor(() => expect(runs(requests)[1]).toMatchObject({ dryRun: 'true', codes: '{"gender":"gb"}' }))
  })

  it('nothing good, nothing to import; a refused file can be chosen again', async () => {
    serve({ run: () => ok({ ...base, good: 0, bad: 2 }) })
    await stage(<ImportWizard calls={calls} hid={7} what="会员" />)
    await choose()
    const go = await screen.findByRole('button', { name: '导入 0 条会员', description: '没有可以导入的行' })
    expect(go.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: '换一个文件' }))
    serve({ run: () => ({ code: 1, message: '文件：已损坏', data: null, field: 'file' }) })
    await choose()
    expect(await screen.findByText('文件：已损坏')).toBeTruthy()
    expect(await screen.findByLabelText('选择文件')).toBeTruthy()
  })

  it('takes an import back after asking, and names what had to stay', async () => {
    serve({
      run: (form) => ok(form.dryRun === 'true' ? base : { ...base, dryRun: false, importId: 5 }),
      undo: { removed: 1, total: 2, kept: [{ what: '甲 M1', why: '已有预约' }] },
    })
    await stage(<ImportWizard calls={calls} hid={7} what="会员" />)
    await choose()
    await userEvent.click(await screen.findByRole('button', { name: '导入 1 条会员' }))
    await userEvent.click(await screen.findByRole('button', { name: '撤销这次导入' }))
    await userEvent.click(await screen.findByRole('button', { name: '撤销导入' }))
    expect(await screen.findByText(/甲 M1：已有预约/)).toBeTruthy()
  })
})
