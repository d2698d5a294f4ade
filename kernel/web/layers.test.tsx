import fs from 'node:fs'
import path from 'node:path'
import { id, name, note, phone, post, z } from '#kernel/contract/index.ts'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Form } from './form/Form.tsx'
import { useKeys, useLetters } from './keys.ts'
import { answering, ok, stage } from './testing/stage.tsx'

const NewPatient = z.object({ hid: id('门店'), name: name('姓名'), mobile: phone(), note: note().optional() })
const save = post('/patient/addOrupdate', {
  can: 'patient:edit',
  input: NewPatient,
  output: z.object({ pid: id('会员号') }),
  fails: ['exists'],
})
const fields = ['name', 'mobile', 'note'] as const
const filledIn = { name: '林子涵', mobile: '13912345678' }

const runs = { save: vi.fn(), next: vi.fn(), fresh: vi.fn() }
function Page() {
  useKeys({ 'Ctrl+s': runs.save, F8: runs.next })
  useLetters({ n: runs.fresh })
  return <input aria-label="text" />
}

describe('what lies on top', () => {
  it('the save key reaches the top layer alone, and no id stands twice', async () => {
    const sent = answering(() => ok({ pid: 1 }))
    await stage(
      <>
        <Form of={save} fixed={{ hid: 1 }} fields={fields} initial={{ ...filledIn, name: '底下' }} />
        <div role="dialog" aria-modal="true">
          <Form of={save} fixed={{ hid: 2 }} fields={fields} initial={{ ...filledIn, name: '上面' }} />
        </div>
      </>,
    )
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    for (const label of document.querySelectorAll('label[for]')) expect(document.getElementById(label.getAttribute('for')!)).toBeTruthy()
    for (const from of [document.body, ...screen.getAllByLabelText(/姓名/)]) fireEvent.keyDown(from, { key: 's', ctrlKey: true })
    await waitFor(() => expect(sent.length).toBeGreaterThan(0))
    expect(new Set(sent.map(({ body }) => (body as { hid: number }).hid))).toEqual(new Set([2]))
  })

  it('the save key is heard while somebody types, with Ctrl and with ⌘; a letter is left to the text', () => {
    const { getByLabelText } = render(<Page />)
    const typing = getByLabelText('text')
    fireEvent.keyDown(typing, { key: 's', ctrlKey: true })
    fireEvent.keyDown(typing, { key: 's', metaKey: true })
    fireEvent.keyDown(typing, { key: 's' })
    fireEvent.keyDown(typing, { key: 'F8' })
    fireEvent.keyDown(typing, { key: 'F8', ctrlKey: true })
    expect(fireEvent.keyDown(typing, { key: 'n' })).toBe(true)
    expect([runs.save, runs.next, runs.fresh].map((run) => run.mock.calls.length)).toEqual([2, 1, 0])
    fireEvent.keyDown(document.body, { key: 'n' })
    expect(runs.fresh).toHaveBeenCalledTimes(1)
  })

  it('is asked by every listener for keys of the whole page', () => {
    const sources = ['kernel/web', 'apps/web', 'modules'].flatMap((root) =>
      fs
        .readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing\//.test(file) && (root !== 'modules' || file.includes('/web/')))
        .map((file) => path.join(root, file)),
    )
    const forgetting = sources.filter((file) => {
      const source = fs.readFileSync(file, 'utf8')
      return /(document|window|^\s*)\.?addEventListener\('keydown'/m.test(source) && !/topLayer|hearsKeys|useOwnKeys/.test(source)
    })
    expect(forgetting.filter((file) => !(file in ANYWHERE))).toEqual([])
  })
})

/** Listeners that hear a key whatever lies on top, and why. */
const ANYWHERE: Readonly<Record<string, string>> = {
  'apps/web/main.tsx': 'loads the application at the first key',
  'apps/web/shell/Themed.tsx': 'Esc and Del empty the picker under the caret',
  'kernel/web/print/PrintSheet.tsx': 'Ctrl P prints the paper that is shown',
  'kernel/web/screen/scanner.ts': 'a scanner is told to what was opened last',
  'modules/reservations/web/tv/speech.ts': 'the first key lets a screen speak',
}
