/** A receipt read back out of its bytes, as a printer would: lines with their widths in dots, codes, pictures, cuts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Article } from '#kernel/contract/article.ts'
import { escposOf, rollDots } from '#kernel/contract/escpos/escpos.ts'
import { qrSide } from '#kernel/contract/escpos/escpos.codes.ts'
import type { Block } from '#kernel/contract/paper.ts'
import { gb18030 } from './gb18030.ts'

interface Read {
  lines: Array<{ text: string; dots: number; bold: boolean; align: number }>
  codes: Array<{ text: string; dots: number }>
  pictures: number
  cuts: number
  drawer: number
}
const decoder = new TextDecoder('gb18030', { fatal: true })
const CHARS = { B: (n: number) => String.fromCharCode(n), C: (n: number) => String(n).padStart(2, '0') }
/** CODE128 as the command holds it: its text and its modules. */
function bars(data: Uint8Array): { text: string; dots: number } {
  let [text, symbols, set] = ['', 0, 'B' as 'B' | 'C']
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0x7b) {
      set = String.fromCharCode(data[++i]!) as 'B' | 'C'
      if (i > 1) symbols++
    } else {
      text += CHARS[set](data[i]!)
      symbols++
    }
  }
  return { text, dots: ((symbols + 2) * 11 + 13) * 2 }
}
function read(bytes: Uint8Array): Read {
  const out: Read = { lines: [], codes: [], pictures: 0, cuts: 0, drawer: 0 }
  let [bold, align, wide, module, held, stored] = [false, 0, 1, 0, [] as number[], '']
  let i = 0
  const take = (n: number) => bytes.subarray(i, (i += n))
  const record: Record<string, () => void> = {
    '1b40': () => undefined,
    '1c26': () => undefined,
    '1b61': () => (align = take(1)[0]!),
    '1b45': () => (bold = take(1)[0] === 1),
    '1d21': () => (wide = (take(1)[0]! >> 4) + 1),
    '1b64': () => take(1),
    '1d56': () => (take(2), out.cuts++),
    '1b70': () => (take(3), out.drawer++),
    '1d68': () => take(1),
    '1d77': () => expect(take(1)[0]).toBe(2),
    '1d48': () => take(1),
    '1d6b': () => {
      const [kind, size] = take(2)
      expect(kind).toBe(73)
      out.codes.push(bars(take(size!)))
    },
    '1d28': () => {
      const [, low, high] = take(3)
      const data = take(low! + high! * 256)
      if (data[1] === 0x43) module = data[2]!
      if (data[1] === 0x50) stored = new TextDecoder().decode(data.subarray(3))
      if (data[1] === 0x51) out.codes.push({ text: stored, dots: module * qrSide(new TextEncoder().encode(stored).length) })
    },
    '1d76': () => {
      const [, , a, b, c, d] = take(6)
      out.codes.push({ text: 'picture', dots: (a! + b! * 256) * 8 })
      take((a! + b! * 256) * (c! + d! * 256))
      out.pictures++
    },
  }
  while (i < bytes.length) {
    const byte = bytes[i]!
    if (byte === 0x1b || byte === 0x1d || byte === 0x1c) {
      const name = [...take(2)].map((b) => b.toString(16).padStart(2, '0')).join('')
      expect(record[name], `command ${name}`).toBeDefined()
      record[name]!()
    } else if (byte === 0x0a) {
      const text = decoder.decode(Uint8Array.from(held))
      const dots = [...text].reduce((sum, char) => sum + (gb18030(char).length > 1 ? 24 : 12), 0) * wide
      out.lines.push({ text, dots, bold, align })
      held = []
      i++
    } else {
      held.push(byte)
      i++
    }
  }
  return out
}

const article = (blocks: readonly Block[], more: Partial<Article> = {}): Article => ({
  heading: '明眸眼科',
  logo: null,
  title: '收费单',
  sheets: [{ blocks, signatures: ['会员签名'] }],
  foot: '谢谢惠顾，请保管好收费单',
  mark: null,
  ...more,
})
const words = { od: '右眼 OD', os: '左眼 OS', ou: '双眼 OU', printed: '打印 2026-01-01 10:00', simulated: null }
const printed = (dots: number, blocks: readonly Block[], more: Partial<Article> = {}, options: object = {}) =>
  read(escposOf([article(blocks, more)], { dots, encode: gb18030, words, ...options }))
const bill: Block[] = [
  {
    is: 'facts',
    items: [
      ['单号', 'SF202611250001'],
      ['会员', '林子涵'],
      ['空', null],
    ],
  },
  {
    is: 'table',
    columns: ['项目', { title: '数量', right: true }, { title: '金额', right: true }],
    rows: [
      ['角膜塑形镜（日用）超长的名称要换行才能印得下 −4.25', 2, '13,600.00'],
      ['护理液', 3, '385.50'],
    ],
  },
  { is: 'sums', items: [{ label: '应收', value: '13,985.50', total: true }, false, { label: '微信', value: '13,985.50' }] },
  { is: 'code', as: 'bar', of: 'SF202611250001' },
  { is: 'code', as: 'qr', of: 'https://clinic.example/中文?a=1' },
  { is: 'signature', label: '签名', path: 'M20 60 L280 60 L150 10' },
]

describe('a receipt in ESC/POS', () => {
  it.each(Object.entries(rollDots))('%s: every text and code comes out, no line and no code is wider than its %d dots', (_, dots = 0) => {
    const { lines, codes, pictures, cuts } = printed(dots, bill)
    const text = lines.map((line) => line.text).join('\n')
    for (const sentence of ['明眸眼科', '收费单', 'SF202611250001', '林子涵', '13,600.00', '谢谢惠顾', '会员签名：____'])
      expect(text).toContain(sentence)
    expect(text).not.toContain('空')
    expect(text.replace(/[\s\d.,]/g, '')).toContain('角膜塑形镜（日用）超长的名称要换行才能印得下'.slice(0, 5))
    expect(lines.find((line) => line.text.startsWith('应收'))).toMatchObject({ bold: true, dots })
    expect(lines.filter((line) => line.dots > dots)).toEqual([])
    expect(codes.map((code) => code.text)).toEqual(['SF202611250001', 'https://clinic.example/中文?a=1', 'picture'])
    expect(codes.filter((code) => code.dots > dots)).toEqual([])
    expect([pictures, cuts]).toEqual([1, 1])
  })
  it('a code with no room for bars is a QR code of the same text; copies are cut apart, the drawer opens once', () => {
    const long = 'ORDER-WITH-A-VERY-LONG-NUMBER-0001-X'
    const { codes, cuts, drawer } = printed(384, [{ is: 'code', as: 'bar', of: long }], {}, { copies: 3, drawer: true })
    expect(codes.map((code) => code.text)).toEqual([long, long, long])
    expect(codes.every((code) => code.dots <= 384)).toBe(true)
    expect([cuts, drawer]).toEqual([3, 1])
  })
  it('whatever people wrote: nothing is wider than the roll, no letter is lost', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'眼镜片光度A1b-.,（）《 𬭎−×¥'), maxLength: 40 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 4 }), cell, fc.constantFrom(384, 576), (rows, text, dots) => {
        const { lines } = printed(dots, [
          { is: 'table', columns: ['名称', { title: '数', right: true }, '说明'], rows },
          { is: 'facts', items: [['备注', text]] },
          { is: 'text', text, weight: 'huge' },
        ])
        expect(lines.filter((line) => line.dots > dots)).toEqual([])
        const count = (text: string, char: string) => text.split(char).length - 1
        const all = lines.map((line) => line.text).join('')
        for (const char of '眼镜片𬭎') expect(count(all, char)).toBe(count(`明眸眼科${rows.flat().join('')}${text}${text}`, char))
      }),
      { numRuns: 200 },
    )
  })
  it('GB 18030 is what the standard says: two bytes, four bytes, and beyond', () => {
    expect([...gb18030('A眼')]).toEqual([0x41, 0xd1, 0xdb])
    const text = '眼𬭎é中€①ｘ㐀'
    expect(new TextDecoder('gb18030', { fatal: true }).decode(gb18030(text))).toBe(text)
  })
})
