/** What a printed page says to a scanner. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Dots to the inch of the label printers the codes are made for. */
const DPI = 203

const run = (command: string, args: readonly string[]): string => {
  const done = spawnSync(command, args, { encoding: 'utf8' })
  if (done.error)
    throw new Error(`${command} is needed to read codes off paper: Debian has it in zbar-tools and poppler-utils (${done.error.message})`)
  return done.stdout
}

/** Sheets of a PDF. */
export function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)?.length ?? 0
}

/** Every code on the sheets of a PDF as `CODE-128:…` or `QR-Code:…`, read as a label printer draws them. */
export function codesOn(pdf: Buffer): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-paper-'))
  try {
    fs.writeFileSync(path.join(folder, 'paper.pdf'), pdf)
    run('pdftoppm', ['-r', String(DPI), '-gray', '-png', path.join(folder, 'paper.pdf'), path.join(folder, 'sheet')])
    const sheets = fs
      .readdirSync(folder)
      .filter((f) => f.endsWith('.png'))
      .map((f) => path.join(folder, f))
    return run('zbarimg', ['--quiet', ...sheets])
      .trim()
      .split('\n')
      .filter(Boolean)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}
