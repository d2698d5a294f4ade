import fs from 'node:fs'
import { within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, show } from '#kernel/contract/index.ts'
import kernelWords from '#kernel/web/en.json'
import { setDictionary } from '#kernel/web/i18n.ts'
import { doctor, stage } from '#kernel/web/testing/stage.tsx'
import { everyKind, type AnyExam } from '../../contract/kinds/index.ts'
import { examShapes } from '../../contract/shapes.ts'
import { eyeStates } from '../../contract/states.ts'
import { KindTable } from './ReportTables.tsx'

/** Every module's words, as the product has them. */
const ofModules = fs
  .readdirSync('modules')
  .map((module) => `modules/${module}/contract/en.json`)
  .filter((file) => fs.existsSync(file))
  .map((file): object => JSON.parse(fs.readFileSync(file, 'utf8')) as object)
const who = { ...doctor, permissions: ['exam:view'] }
const blank = { device: null, examTime: '2026-11-21 09:30:00' }

describe.each(everyKind.map((exam) => [exam.kind, exam] as const))('%s on paper', (_, exam) => {
  const fields = fieldsOf(examShapes[exam.kind].row)
  const printed = exam.print.flatMap(({ eyes = [], items = [] }) => [...eyes.flatMap((base) => [`${base}Od`, `${base}Os`]), ...items])
  it('prints every value its declaration names, right eye above the left', async () => {
    await stage(<KindTable of={exam} row={{ ...exam.example, ...blank }} />, { who })
    expect(printed.filter((name) => !fields[name])).toEqual([])
    const filled = printed.filter((name) => exam.example[name] !== undefined)
    expect(filled.length).toBeGreaterThan(1)
    for (const name of filled) expect(document.body.textContent).toContain(show(fields[name]!, exam.example[name]))
  })
})

describe.each(
  everyKind.flatMap((exam) =>
    exam.print.flatMap(({ title }) => (title && title !== exam.title ? [[exam.kind, title, exam] as const] : [])),
  ),
)('%s: %s', (_, title, exam) => {
  it('stands above its table', async () => {
    await stage(<KindTable of={exam} row={{ ...exam.example, ...exam.normal, ...blank }} />, { who })
    expect([...document.querySelectorAll('h4')].map((h) => h.textContent)).toContain(title)
  })
})

const leftOf = ({ example }: AnyExam) => Object.keys(example).filter((name) => name.endsWith('Os'))
const ofEyes = everyKind.filter((exam) => leftOf(exam).length > 0 && exam.print.some((p) => p.eyes))
describe.each(ofEyes.map((exam) => [exam.kind, exam] as const))('%s of one eye', (_, exam) => {
  const [left, fields] = [leftOf(exam), fieldsOf(examShapes[exam.kind].row)]
  it('says of an eye that was not measured that it was not, and why', async () => {
    const one = Object.fromEntries(Object.entries(exam.example).filter(([name]) => !left.includes(name)))
    await stage(<KindTable of={exam} row={{ ...one, ...blank, eyeStateOs: eyeStates.is.unable, eyeReasonOs: '哭闹' }} />, { who })
    const rows = [...document.querySelectorAll('tr')].filter((tr) => /OS/.test(tr.textContent ?? ''))
    expect(rows.length).toBeGreaterThan(0)
    expect(within(rows[0]!).getByText('不配合 哭闹')).toBeTruthy()
    expect(metaOf(fields[left[0]!]!).eye).toBe('os')
  })
})

describe.each(everyKind.map((exam) => [exam.kind, exam] as const))('%s on English paper', (_, exam) => {
  beforeAll(() => {
    localStorage.setItem('mingmou.language', 'en')
    setDictionary(Object.assign({}, kernelWords, ...ofModules))
  })
  afterAll(() => {
    localStorage.removeItem('mingmou.language')
    setDictionary({})
  })
  it('5.42 has English heads where the desk is English, a unit beside them or not', async () => {
    await stage(<KindTable of={exam} row={{ ...exam.example, ...blank }} />, { who })
    const heads = [...document.querySelectorAll('th, dt')].map((e) => e.textContent)
    expect(heads.length).toBeGreaterThan(0)
    expect(heads.filter((head) => /\p{Script=Han}/u.test(head))).toEqual([])
  })
})
