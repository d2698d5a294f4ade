/** docs/security.md names a requirement once and only tests that exist. */
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'

const rows = fs
  .readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const numbered = rows.filter(([id]) => /^\d+\.\d+\.\d+$/.test(id!))
/** How many requirements of level 2 each section of ASVS 4.0.3 has; 4.1.4 was merged into 4.1.3. */
const SECTIONS = {
  '2.1': 12,
  '2.2': 3,
  '2.3': 3,
  '2.4': 5,
  '2.5': 7,
  '2.6': 3,
  '2.7': 6,
  '2.8': 7,
  '2.9': 3,
  '2.10': 4,
  '3.1': 1,
  '3.2': 4,
  '3.3': 4,
  '3.4': 5,
  '3.5': 3,
  '3.7': 1,
  '4.1': 4,
  '4.2': 2,
  '4.3': 3,
} as const

describe('the security table', () => {
  it('has every requirement of ASVS 4.0.3 level 2, chapters V2, V3 and V4, once, with its state and how', () => {
    const ids = numbered.map(([id]) => id!)
    expect(new Set(ids).size).toBe(ids.length)
    const counted = Object.fromEntries(
      Object.keys(SECTIONS).map((section) => [section, ids.filter((id) => id.startsWith(`${section}.`)).length]),
    )
    expect(counted).toEqual(SECTIONS)
    expect(numbered.filter(([, , state, how]) => !['met', 'part', 'no', '–'].includes(state!) || !how).map(([id]) => id)).toEqual([])
  })
  it('names only tests that exist', () => {
    const named = rows.flatMap((cells) =>
      [...cells.at(-1)!.matchAll(/`([\w./-]+)` › ([^;]+)/g)].map(([, file, name]) => ({ file: file!, name: name!.trim() })),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(
      named
        .filter(({ file, name }) => !fs.existsSync(file) || !fs.readFileSync(file, 'utf8').includes(name))
        .map(({ file, name }) => `${file} › ${name}`),
    ).toEqual([])
  })
})
