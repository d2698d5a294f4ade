import { axis, clinical, eyes, word, z } from '#kernel/contract/index.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { EyeGrid } from './EyeGrid.tsx'
import { mark, type FormRule, type FormValues } from '../form/check.ts'

const Refraction = z.object({
  ...eyes('ds', clinical('sphere', { warn: [-20, 12], reason: 'a test' }).optional()),
  ...eyes('dc', clinical('cylinder').optional()),
  ...eyes('axis', axis().optional()),
  ...eyes('base', word('底向', { BU: '上 BU', BD: '下 BD', BI: '内 BI', BO: '外 BO' }).optional()),
})
const cylinder: FormRule = (v) =>
  [
    ['dcOd', 'axisOd', '右眼'],
    ['dcOs', 'axisOs', '左眼'],
  ].flatMap(([dc, ax, eye]) => (v[dc!] && !v[ax!] ? [{ field: ax!, sentence: `${eye}有柱镜时必须填写轴位` }] : []))

let now: FormValues = {}
function Grid({ start = {} }: { start?: FormValues }) {
  const [value, setValue] = useState<FormValues>(start)
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  now = value
  return (
    <EyeGrid
      shape={Refraction}
      value={value}
      onChange={(patch) => setValue((v) => ({ ...v, ...patch }))}
      rules={cylinder}
      confirmed={confirmed}
      onConfirm={(name) => setConfirmed(new Set([...confirmed, mark(name, value[name])]))}
      previous={{ dsOd: -2.75 }}
    />
  )
}
const cell = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const keys = async (text: string) => userEvent.keyboard(text)

describe('the eye grid', () => {
  it('has the right eye first and shows signs with a true minus', () => {
    render(<Grid start={{ dsOd: -3.25, dsOs: 0.75 }} />)
    expect(screen.getAllByRole('rowheader').map((r) => r.textContent)).toEqual(['右眼OD', '左眼OS'])
    expect(cell('右眼球镜').value).toBe('−3.25')
    expect(cell('左眼球镜').value).toBe('+0.75')
    expect(screen.getByText('−2.75')).toBeTruthy()
  })

  it('selects what keeps the caret, so that the next key replaces it', async () => {
    render(<Grid />)
    cell('右眼球镜').focus()
    await keys('45.04.4{Enter}')
    expect(cell('右眼球镜').value).toBe('45.04.4')
    await keys('325{Enter}')
    expect(now.dsOd).toBe(-3.25)
  })

  it('says what the small figures are only where there are any', () => {
    const { rerender } = render(
      <EyeGrid shape={Refraction} value={{}} onChange={() => undefined} previous={{ dsOd: -2.75 }} previousLabel="2026-03-01" />,
    )
    expect(screen.queryByText(/2026-03-01/)).not.toBeNull()
    rerender(
      <EyeGrid shape={Refraction} value={{}} onChange={() => undefined} previous={{ dsOd: null, dsOs: undefined }} previousLabel="" />,
    )
    expect(document.querySelector('.eye-previous')).toBeNull()
  })

  it('former values stand as ghosts in empty cells; Alt = takes those of the row that are empty, and says which', async () => {
    const taken: FormValues[] = []
    render(
      <EyeGrid
        shape={Refraction}
        value={{ dcOd: -0.5 }}
        onChange={() => undefined}
        onTake={(patch) => void taken.push(patch)}
        previous={{ dsOd: -2.75, dcOd: -0.75, axisOd: 90, dsOs: -3 }}
      />,
    )
    expect(screen.getByText('−2.75').className).toContain('ghost')
    expect(screen.getByText('−0.75').className).not.toContain('ghost')
    cell('右眼球镜').focus()
    await keys('{Alt>}[Equal]{/Alt}')
    await keys('=')
    expect(taken).toEqual([{ dsOd: -2.75, axisOd: 90 }, { dsOd: -2.75 }])
  })

  it('what is measured against former values takes none of them', async () => {
    const changed: FormValues[] = []
    render(
      <EyeGrid shape={Refraction} value={{}} onChange={(patch) => void changed.push(patch)} onTake={null} previous={{ dsOd: -2.75 }} />,
    )
    cell('右眼球镜').focus()
    await keys('={Alt>}[Equal]{/Alt}')
    expect(changed).toEqual([])
    expect(screen.getByText('−2.75').className).not.toContain('ghost')
  })

  it('= takes the value of the last time', async () => {
    render(<Grid />)
    cell('右眼球镜').focus()
    await keys('=')
    expect(now.dsOd).toBe(-2.75)
    await keys('{Enter}')
    expect(document.activeElement).toBe(cell('右眼柱镜'))
  })

  it('is typed by keyboard alone: Enter, Shift-Enter, 325, +75', async () => {
    render(<Grid />)
    cell('右眼球镜').focus()
    await keys('325{Enter}')
    expect(now.dsOd).toBe(-3.25)
    expect(document.activeElement).toBe(cell('右眼柱镜'))
    await keys('+75{Enter}')
    expect(now.dcOd).toBe(0.75)
    await keys('{Shift>}{Enter}{/Shift}')
    expect(document.activeElement).toBe(cell('右眼柱镜'))
  })

  it('steps by arrows and pages, changes the eye with Alt, copies with Ctrl D', async () => {
    render(<Grid start={{ dsOd: -3.25, dcOd: -0.5, axisOd: 175 }} />)
    cell('右眼球镜').focus()
    await keys('{ArrowDown}')
    expect(now.dsOd).toBe(-3.5)
    await keys('{PageUp}')
    expect(now.dsOd).toBe(-2.5)
    await keys('{Alt>}{ArrowDown}{/Alt}')
    expect(document.activeElement).toBe(cell('左眼球镜'))
    await keys('{Control>}d{/Control}')
    expect(now).toMatchObject({ dsOs: -2.5, dcOs: -0.5, axisOs: 175 })
  })

  it('stops at a value beyond block, in words', async () => {
    render(<Grid />)
    cell('右眼球镜').focus()
    await keys('5000{Enter}')
    expect(document.activeElement).toBe(cell('右眼球镜'))
    expect(cell('右眼球镜').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toContain('不能小于 -45')
    // What is typed next takes its place.
    const { selectionStart, selectionEnd, value } = cell('右眼球镜')
    expect([selectionStart, selectionEnd]).toEqual([0, value.length])
    await keys('450')
    expect(cell('右眼球镜').value).toBe('450')
  })

  it('keeps what cannot be read in the cell, red', async () => {
    render(<Grid />)
    cell('右眼球镜').focus()
    await keys('3..2{Enter}')
    expect(document.activeElement).toBe(cell('右眼球镜'))
    expect(cell('右眼球镜').value).toBe('3..2')
    expect(screen.getByRole('alert').textContent).toContain('不是数字')
  })

  it('asks at a value beyond warn; Enter again confirms it', async () => {
    render(<Grid />)
    cell('右眼球镜').focus()
    await keys('2200{Enter}')
    await keys('{Shift>}{Enter}{/Shift}')
    cell('右眼球镜').focus()
    expect(screen.getByRole('alert').textContent).toContain('−22.00 超出常见范围 −20.00 至 +12.00')
    await keys('{Enter}')
    expect(document.activeElement).toBe(cell('右眼柱镜'))
    expect(screen.queryByText(/超出常见范围/)).toBeNull()
  })

  it('a cylinder asks for its axis', async () => {
    render(<Grid />)
    cell('左眼柱镜').focus()
    await keys('100{Enter}')
    expect(now.dcOs).toBe(-1)
    expect(screen.getAllByText(/左眼有柱镜时必须填写轴位/).length).toBeGreaterThan(0)
    await keys('5{Enter}')
    expect(screen.queryByText(/必须填写轴位/)).toBeNull()
  })

  it('opens a list on its first letter', async () => {
    render(<Grid />)
    cell('右眼底向').focus()
    await keys('b')
    expect(screen.getAllByRole('option').find((o) => o.getAttribute('aria-selected') === 'true')?.textContent).toBe('上 BU')
    await keys('b{Enter}')
    expect(now.baseOd).toBe('BD')
    expect(document.activeElement).toBe(cell('左眼球镜'))
  })
})
