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
    throw new Error(
      `${command} is needed to read papers and files: Debian has it in zbar-tools, poppler-utils and unzip (${done.error.message})`,
    )
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

/** What is written on the sheets of a PDF. */
export function wordsOn(pdf: Buffer): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-paper-'))
  try {
    fs.writeFileSync(path.join(folder, 'paper.pdf'), pdf)
    return run('pdftotext', ['-layout', path.join(folder, 'paper.pdf'), '-'])
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

const unescaped = (xml: string): string => xml.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const textsIn = (xml: string): string => unescaped([...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map((m) => m[1]).join(''))
/** Rows of the first sheet of a workbook, read from its parts as the standard (ECMA-376) has them and not by what wrote it. */
export function cellsIn(workbook: string): string[][] {
  const part = (name: string) => run('unzip', ['-p', workbook, name])
  const shared = [...part('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map((m) => textsIn(m[1] ?? ''))
  const valueOf = (attributes: string, inner: string): string => {
    const value = unescaped(/<v>([^<]*)<\/v>/.exec(inner)?.[1] ?? '')
    if (/t="s"/.test(attributes)) return shared[Number(value)] ?? ''
    return /t="inlineStr"/.test(attributes) ? textsIn(inner) : value
  }
  // Empty cells are left out: each says where it stands.
  const column = (attributes: string): number =>
    [...(/r="([A-Z]+)/.exec(attributes)?.[1] ?? '')].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
  const rows = part('xl/worksheets/sheet1.xml').matchAll(/<row[^>]*>(.*?)<\/row>/gs)
  return [...rows].map(([, row]) => {
    const cells: string[] = []
    for (const [, attributes = '', inner = ''] of (row ?? '').matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs))
      cells[column(attributes)] = valueOf(attributes, inner)
    return Array.from(cells, (cell) => cell ?? '')
  })
}
