/** What a browser must fetch before a screen is there, of the built bundle: it only falls. */
import fs from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWeb } from '../../scripts/product.mjs'

interface Chunk {
  file: string
  imports?: string[]
  isEntry?: boolean
}
/**
 * Screens, and the most their JavaScript may weigh, kB (1000 bytes) as gzip packs them. The login page and the members' pages carry neither
 * router nor components.
 */
const MOST: Readonly<Record<string, number>> = {
  'modules/patients/web/list/PatientList.tsx': 399,
  'modules/account/web/login/Login.tsx': 90,
  'modules/phone/web/Phone.tsx': 90,
}
/** Pages that stand alone, without the frame. */
const ALONE = /\/(Login|Phone)\.tsx$/
/** What every screen behind the login is framed by; each is fetched on its own, all before anything is seen. */
const FRAME = ['router.tsx', 'shell/Themed.tsx', 'shell/Shell.tsx']
/** Pieces that come when they are opened: the calendar, menus, drawers, dialogs, the drawing of codes. */
const LATER = /\/(antd-(data|dropdown|drawer|modal|checkbox)|charts|Qr|Barcode|ScanCode)-/

let chunks: Record<string, Chunk>
beforeAll(async () => {
  await buildWeb()
  chunks = JSON.parse(fs.readFileSync('dist/web/.vite/manifest.json', 'utf8')) as typeof chunks
})

/** Files that are fetched with some chunks, because they are imported and not asked for later. */
function needed(keys: readonly string[], seen = new Set<string>()): string[] {
  for (const key of keys.filter((k) => !seen.has(k))) needed(chunks[key]?.imports ?? [], seen.add(key))
  return [...seen].map((key) => chunks[key]!.file).filter((file) => file.endsWith('.js'))
}
const keyOf = (source: string) => Object.keys(chunks).filter((key) => key === source || key.endsWith(`../${source}`))
function filesOf(screen: string): string[] {
  const entry = Object.keys(chunks).filter((key) => chunks[key]!.isEntry)
  const all = [...entry, ...(ALONE.test(screen) ? [] : FRAME), ...keyOf(screen)]
  expect(
    all.filter((key) => !chunks[key]),
    'chunks that are no more',
  ).toEqual([])
  return needed(all)
}
const kB = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(fs.readFileSync(`dist/web/${file}`), { level: 9 }).length, 0) / 1000

describe('the first page', () => {
  it.each(Object.entries(MOST))('%s weighs at most %s kB', (screen, most) => {
    expect(keyOf(screen)).toHaveLength(1)
    const weight = kB(filesOf(screen))
    expect(weight).toBeLessThanOrEqual(most)
    // A bound far above what is true holds nothing.
    expect(weight).toBeGreaterThan(most - 15)
  })
  it('carries nothing that only comes when it is opened', () => {
    expect(filesOf('modules/patients/web/list/PatientList.tsx').filter((file) => LATER.test(file))).toEqual([])
  })
})
