import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let bin
/** A program of a machine that has nothing else. */
const program = (name, script) => fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
const ensure = () => {
  const code = `import('${path.resolve('scripts/install.mjs')}').then((m) => console.log('found ' + m.ensureJourneys()))`
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', env: { PATH: bin } })
}
const log = () => (fs.existsSync(path.join(bin, 'log')) ? fs.readFileSync(path.join(bin, 'log'), 'utf8').trim().split('\n') : [])

beforeEach(() => {
  bin = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-bin-'))
})
afterEach(() => fs.rmSync(bin, { recursive: true }))

describe.runIf(process.platform === 'linux')('what a fresh machine lacks', () => {
  it('takes what is there and installs nothing', () => {
    program('chromium', 'exit 0')
    program('fc-list', 'echo /usr/share/fonts/noto.ttc: Noto Sans CJK SC')
    program('zbarimg', 'exit 0')
    program('pdftoppm', 'exit 0')
    program('apt-get', `echo "$@" >> ${bin}/log`)
    expect(ensure().stdout).toBe(`found ${bin}/chromium\n`)
    expect(log()).toEqual([])
  })

  it('installs Chromium, Chinese fonts and the readers of barcodes with the package manager of the machine', () => {
    const asRoot = process.getuid() === 0
    program('apt-get', `echo "$@" >> ${bin}/log; [ "$1" = install ] && printf '#!/bin/sh\\n' > ${bin}/chromium; exit 0`)
    program('sudo', 'shift; exec "$@"')
    const run = ensure()
    expect(run.stdout, run.stderr).toContain(`found ${bin}/chromium`)
    expect(log()).toEqual([
      'update -qq',
      'install -y -qq --no-install-recommends chromium fonts-noto-cjk fontconfig zbar-tools poppler-utils',
    ])
    expect(asRoot || fs.existsSync(path.join(bin, 'sudo'))).toBe(true)
  })

  it('says what to do where no package manager can help', () => {
    const run = ensure()
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('install one, or name it with the variable CHROMIUM')
  })
})
