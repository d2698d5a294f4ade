import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, show } from '#kernel/contract/index.ts'
import { doctor, stage } from '#kernel/web/testing/stage.tsx'
import { everyKind, type AnyExam } from '../../contract/kinds/index.ts'
import { examShapes } from '../../contract/shapes.ts'
import { eyeStates } from '../../contract/states.ts'
import { KindTable } from './ReportTables.tsx'

const who = { ...doctor, permissions: ['exam:view'] }
const blank = { device: null, examTime: '2026-11-21 09:30:00' }

describe.each(everyKind.map((of) => [of.kind, of] as const))('%s on paper', (_, of) => {
  const fields = fieldsOf(examShapes[of.kind].row)
  const printed = of.print.flatMap(({ eyes = [], items = [] }) => [...eyes.flatMap((base) => [`${base}Od`, `${base}Os`]), ...items])
  it('prints every value its declaration names, right eye above the left', async () => {
    await stage(<KindTable of={of} row={{ ...of.example, ...blank }} />, { who })
    expect(printed.filter((name) => !fields[name])).toEqual([])
    const filled = printed.filter((name) => of.example[name] !== undefined)
    expect(filled.length).toBeGreaterThan(1)
    for (const name of filled) expect(document.body.textContent).toContain(show(fields[name]!, of.example[name]))
  })
})

describe.each(
  everyKind.flatMap((of) => of.print.flatMap(({ title }) => (title && title !== of.title ? [[of.kind, title, of] as const] : []))),
)('%s: %s', (_, title, of) => {
  it('stands above its table', async () => {
    await stage(<KindTable of={of} row={{ ...of.example, ...of.normal, ...blank }} />, { who })
    expect([...document.querySelectorAll('h4')].map((h) => h.textContent)).toContain(title)
  })
})

const leftOf = ({ example }: AnyExam) => Object.keys(example).filter((name) => name.endsWith('Os'))
const ofEyes = everyKind.filter((of) => leftOf(of).length > 0 && of.print.some((p) => p.eyes))
describe.each(ofEyes.map((of) => [of.kind, of] as const))('%s of one eye', (_, of) => {
  const [left, fields] = [leftOf(of), fieldsOf(examShapes[of.kind].row)]
  it('says of an eye that was not measured that it was not, and why', async () => {
    const one = Object.fromEntries(Object.entries(of.example).filter(([name]) => !left.includes(name)))
    await stage(<KindTable of={of} row={{ ...one, ...blank, eyeStateOs: eyeStates.is.unable, eyeReasonOs: '哭闹' }} />, { who })
    const rows = [...document.querySelectorAll('tr')].filter((tr) => /OS/.test(tr.textContent ?? ''))
    expect(rows.length).toBeGreaterThan(0)
    expect(within(rows[0]!).getByText('不配合 哭闹')).toBeTruthy()
    expect(metaOf(fields[left[0]!]!).eye).toBe('os')
  })
})
