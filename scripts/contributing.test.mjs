/** What CONTRIBUTING.md shows can be done as it stands: its files, permissions and commands exist, and its family is one. */
import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import * as kernel from '#kernel/contract/index.ts'
import * as places from '#modules/reservations/contract/fields.ts'

const root = path.resolve(import.meta.dirname, '..')
const page = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
const samples = [...page.matchAll(/```diff\n([\s\S]*?)```/g)].map(([, body = '']) => body)
/**
 * Files a sample changes: those that are there before. A file of a module, screen or migration that the sample makes carries only added
 * lines.
 */
const changed = samples.flatMap((sample) =>
  [...sample.matchAll(/^ ((?:modules|kernel|database)\/[\w./-]+\.\w+)/gm)].map(([, file = '']) => file),
)
const made = new Set(['modules/patients/web/birthdays/BirthdayList.tsx', 'modules/exams/contract/kinds/colourVision.ts'])

describe('CONTRIBUTING', () => {
  it('names files that exist, or that its own sample makes', () => {
    expect(changed.length).toBeGreaterThan(12)
    const missing = changed.filter((file) => !made.has(file) && !/NNNN-/.test(file) && !fs.existsSync(path.join(root, file)))
    expect(missing).toEqual([])
  })
  it('names files in its text that exist', () => {
    const named = [...page.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`((?:modules|kernel|scripts|tests|docs)\/[\w./-]+)`/g)].map(
      ([, file = '']) => file,
    )
    expect(named.length).toBeGreaterThan(6)
    expect(
      named.filter((file) => !made.has(file) && !/NNNN-|tests\/upgrade\/0/.test(file) && !fs.existsSync(path.join(root, file))),
    ).toEqual([])
  })
  it('names commands that the package has', () => {
    const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
    const commands = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, command = '']) => command)
    expect(commands.length).toBeGreaterThan(10)
    expect([...new Set(commands)].filter((command) => !(command in scripts))).toEqual([])
  })
  it('opens its samples by permissions that a module declares', () => {
    const codes = samples.flatMap((sample) => [...sample.matchAll(/'([a-z-]+:(?:view|edit))'/g)].map(([, code = '']) => code))
    const declared = fs
      .readdirSync(path.join(root, 'modules'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => path.join(root, 'modules', name, 'contract/permissions.ts'))
      .map((file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''))
      .join('\n')
    expect(codes.length).toBeGreaterThan(2)
    expect(codes.filter((code) => !declared.includes(`'${code}'`))).toEqual([])
  })
  it('shows a family that the kernel takes as one', () => {
    const body = /'exam-chairs': (family\(\{[\s\S]*?\n\+? {2}\}\)),/.exec(page)?.[1]?.replaceAll(/^\+/gm, '') ?? ''
    // The sample is the repository's own text.
    const chairs = vm.runInNewContext(body, { ...kernel, f: places })
    expect([chairs.table, Object.keys(chairs.fields)]).toEqual(['exam_chair', ['name', 'roomId', 'serial', 'status']])
  })
})
