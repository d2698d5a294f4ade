import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import {
  canonicalName,
  canonicalPhone,
  canonicalText,
  choice,
  clinical,
  count,
  date,
  expires,
  flag,
  moment,
  money,
  name,
  note,
  phone,
  text,
  z,
  type FileAnswer,
} from '#kernel/contract/index.ts'
import { dayOf, guarded, spoiled, unguarded, valueOf } from './cells.ts'
import { Refused } from './refuse.ts'
import { readSheet as inThread } from './parse/parse.ts'
import { decode, readSheet } from './parse/sheet.ts'
import { csv, excel, sheet, template } from './sheets.ts'

const Thing = z.object({
  name: name('姓名', { max: 50 }),
  note: note('备注').nullish(),
  gender: choice('性别', { 0: '男', 1: '女' }),
  ds: clinical('sphere').nullish(),
  price: money('价格', { adds: false }),
  on: date('日期'),
  kept: flag('保留'),
  mobile: phone('手机号').nullish(),
})
type Thing = z.output<typeof Thing>
const things = sheet('物品', Thing)

async function bytesOf({ body }: FileAnswer): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}
/** A file read back as rows of the shape; prices as fen, as handlers have them. */
async function back(bytes: Uint8Array): Promise<Thing[]> {
  const read = await readSheet(bytes)
  const keys = read.head.map((head) => things.columns.find((c) => c.label === head)!)
  return read.rows.map((cells) => {
    const row = Thing.parse(Object.fromEntries(keys.map((c, i) => [c.key, valueOf(c.field, cells[i]!)])))
    return { ...row, price: Math.round(row.price * 100) }
  })
}

// Halves of surrogate pairs are no characters; cutting a text may leave one.
const LONE = /[\uD800-\uDFFF]/u
const line = fc
  .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
  .map((s) => s.trim())
  .filter(
    (s) =>
      text('x').min(1).safeParse(s).success &&
      !/[\r\n\u00a0\uFEFF\u2028\u2029\uFFFE\uFFFF]/.test(s) &&
      !/_x[0-9A-F]{4}_/i.test(s) &&
      s === s.normalize('NFC') &&
      !LONE.test(s),
  )
const tricky = fc.constantFrom(
  '=1+1',
  '@SUM(A1)',
  '-cmd',
  '+x',
  "'=quoted",
  "''-x",
  '<script>alert(1)</script>',
  "Robert'); drop table patient; --",
  'a,"b";c',
  '002311',
  '1e5',
  '是',
  '王小明',
  '😀 表情',
)
const row: fc.Arbitrary<Thing> = fc.record({
  name: fc.oneof(
    line.map((s) => s.slice(0, 20)).filter((s) => s.trim() === s && s.length > 0 && !LONE.test(s)),
    tricky,
  ),
  note: fc.option(fc.oneof(line, tricky), { nil: undefined }),
  gender: fc.constantFrom<0 | 1>(0, 1),
  ds: fc.option(
    fc.integer({ min: -180, max: 180 }).map((n) => n / 4),
    { nil: undefined },
  ),
  price: fc.integer({ min: 0, max: 1_000_000_000 }),
  on: fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((d) => d.toISOString().slice(0, 10)),
  kept: fc.boolean(),
  mobile: fc.option(fc.constantFrom('13900001111', '+86 13900001111', '010-12345678'), { nil: undefined }),
})

/** A row as its fields keep it. */
const inOneForm = (thing: Thing): Thing => ({
  ...thing,
  name: canonicalName(thing.name),
  ...(typeof thing.note === 'string' ? { note: canonicalText(thing.note) } : {}),
  ...(typeof thing.mobile === 'string' ? { mobile: canonicalPhone(thing.mobile) } : {}),
})

describe('sheets', () => {
  it('what goes out as Excel or CSV comes back the same, whatever people write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        for (const [make, filename] of [
          [excel, 'a.xlsx'],
          [csv, 'a.csv'],
        ] as const)
          expect(await back(await bytesOf(make(things, rows, filename)))).toEqual(rows.map(inOneForm))
      }),
      { numRuns: 60 },
    )
  })

  it('days and moments are days to a spreadsheet, and amounts and pieces have their total below', async () => {
    const Sold = z.object({
      name: text('项目'),
      on: date('日期'),
      at: moment('时间'),
      price: money('单价', { adds: false }),
      quantity: count('数量', { adds: true }),
      amount: money('金额'),
    })
    const rows = [
      { name: '镜架', on: '2026-01-31', at: '2026-01-31 09:30:17', price: 10_00, quantity: 2, amount: 20_10 },
      { name: '=镜片', on: '1900-01-01', at: '2026-02-01 00:00:00', price: 5_00, quantity: 1, amount: 5_20 },
    ]
    const bytes = await bytesOf(excel(sheet('销售', Sold), rows, 'a.xlsx'))
    const { sheets } = await readXlsx(bytes)
    expect(sheets[0]!.rows.slice(1).map((row) => row.map((cell) => (cell instanceof Date ? 'day' : cell)))).toEqual([
      ['镜架', 'day', 'day', 10, 2, 20.1],
      ['=镜片', '1900-01-01', 'day', 5, 1, 5.2],
      ['合计', null, null, null, 3, 25.3],
    ])
    expect((await readSheet(bytes)).rows[0]).toEqual(['镜架', '2026-01-31', '2026-01-31 09:30:17', '10', '2', '20.1'])
    const { rows: one } = await readSheet(await bytesOf(excel(sheet('销售', Sold), rows.slice(0, 1), 'a.xlsx')))
    expect(one).toHaveLength(1)
  })

  it('a text that begins like a formula is quoted in CSV; in a workbook it is a text and stays as written', async () => {
    const rows = [{ name: '=HYPERLINK("http://x")', gender: 0, price: 0, on: '2026-01-01', kept: false }]
    expect(Buffer.from(await bytesOf(csv(things, rows, 'a.csv'))).toString('utf8')).toContain(`"'=HYPERLINK(""http://x"")"`)
    const {
      rows: [cells],
    } = await readSheet(await bytesOf(excel(things, rows, 'a.xlsx')))
    expect(cells![0]).toBe(`=HYPERLINK("http://x")`)
    expect([unguarded(guarded('@x')), unguarded(guarded("'@x")), unguarded(guarded("it's"))]).toEqual(['@x', "'@x", "it's"])
    const wide = ['＝1+1', '＋1', '－1', '＠x', '\n=1+1']
    expect(wide.map(guarded)).toEqual(wide.map((text) => `'${text}`))
    expect(wide.map(guarded).map(unguarded)).toEqual(wide)
  })

  it('reads CSV in UTF-8 with and without mark, GBK, and UTF-16 of both orders', async () => {
    const text_ = '姓名,性别\r\n王小明,男\r\n欧阳明月,女\r\n'
    // GBK bytes of the same text: what Excel on a Chinese Windows writes.
    const gbk = Uint8Array.from([
      0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xd0, 0xd4, 0xb1, 0xf0, 0x0d, 0x0a, 0xcd, 0xf5, 0xd0, 0xa1, 0xc3, 0xf7, 0x2c, 0xc4, 0xd0, 0x0d, 0x0a,
      0xc5, 0xb7, 0xd1, 0xf4, 0xc3, 0xf7, 0xd4, 0xc2, 0x2c, 0xc5, 0xae, 0x0d, 0x0a,
    ])
    const le = Buffer.from(text_, 'utf16le')
    const files = [
      Buffer.from(text_),
      Buffer.from(`\uFEFF${text_}`),
      gbk,
      le,
      Buffer.from(`\uFEFF${text_}`, 'utf16le'),
      Buffer.from(Buffer.from(`\uFEFF${text_}`, 'utf16le')).swap16(),
    ]
    for (const bytes of files)
      expect((await readSheet(bytes)).rows).toEqual([
        ['王小明', '男'],
        ['欧阳明月', '女'],
      ])
    expect(decode(gbk)).toBe(text_)
  })

  it('what is broken or no table at all is refused in a sentence', async () => {
    const good = await bytesOf(excel(things, [{ name: 'a', gender: 0, price: 0, on: '2026-01-01', kept: true }], 'a.xlsx'))
    const cases: Array<[Uint8Array, RegExp]> = [
      [new Uint8Array(), /是空的/],
      [good.subarray(0, good.length / 2), /损坏|完整/],
      [Buffer.from('%PDF-1.7 …'), /不是表格/],
      [Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), /不是表格/],
      [Buffer.from([1, 0, 0, 2, 0, 0, 0, 9, 0, 0, 0]), /不是文本或表格|编码|没有/],
      [Buffer.from('姓名\r\n'), /只有表头/],
      [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), /损坏/],
    ]
    for (const [bytes, sentence] of cases) {
      const refused = await inThread({ bytes }).catch((e: unknown) => e)
      expect(refused, String(sentence)).toBeInstanceOf(Refused)
      expect((refused as Refused).params.what).toMatch(sentence)
    }
  })

  it('reads days, numbers and choices as people write them', () => {
    expect(['2016/5/3', '2016.05.03', '2016年5月3日', '20160503', '42493', '2016-05-03'].map(dayOf)).toEqual(Array(6).fill('2016-05-03'))
    expect(dayOf('昨天')).toBeUndefined()
    const { gender, ds, price, kept } = Thing.shape
    expect([valueOf(gender, 'Male'), valueOf(gender, '女'), valueOf(gender, '男性'), valueOf(gender, '0'), valueOf(gender, '?')]).toEqual([
      0,
      1,
      0,
      0,
      '?',
    ])
    expect([valueOf(ds, '−3.25'), valueOf(ds, '＋0.75D'), valueOf(price, '¥1,234.50'), valueOf(price, ''), valueOf(kept, '√')]).toEqual([
      -3.25,
      0.75,
      1234.5,
      undefined,
      true,
    ])
  })

  it('reads days with a time, of any year of birth, among marks nobody sees; a month on a box is good to its last day', () => {
    expect(['2015年5月3号', '２０１５/５/３', '14611', '1940-1-1'].map(dayOf)).toEqual([
      '2015-05-03',
      '2015-05-03',
      '1940-01-01',
      '1940-01-01',
    ])
    expect(valueOf(date('出生日期'), '2015/5/3 8:30')).toBe('2015-05-03')
    expect(valueOf(date('出生日期'), '\u202d2015-05-03\u202c')).toBe('2015-05-03')
    const expiry = expires(date('有效期至'))
    expect(['2028-05', '2028/2', '2028年12月', '2028-13'].map((text) => valueOf(expiry, text))).toEqual([
      '2028-05-31',
      '2028-02-29',
      '2028-12-31',
      '2028-13',
    ])
    // A birth is a day.
    expect(valueOf(date('出生日期'), '2015-05')).toBe('2015-05')
  })

  it('finds the head below a title, passes over what Excel writes of itself, and tells a page from a table', async () => {
    const rows = async (file: string) => {
      const read = await readSheet(Buffer.from(file))
      return [read.head, read.rows, read.numbers]
    }
    expect(await rows('二小2026年名单,,\n日期：2026-09,,\n姓名,性别,学校\n王小明,男,二小\n')).toEqual([
      ['姓名', '性别', '学校'],
      [['王小明', '男', '二小']],
      [4],
    ])
    // A table of one column has no title; a row with half its cells is a row.
    expect(await rows('姓名\n王小明\n')).toEqual([['姓名'], [['王小明']], [2]])
    expect(await rows('姓名,性别\n王小明,\n')).toEqual([['姓名', '性别'], [['王小明', '']], [2]])
    expect(await rows('sep=;\r\n姓名;性别\r\n王小明;男\r\n')).toEqual([['姓名', '性别'], [['王小明', '男']], [3]])
    for (const page of ['<html><table><tr><td>姓名</td></tr></table></html>', '<?xml version="1.0"?><Workbook/>'])
      await expect(readSheet(Buffer.from(page))).rejects.toThrow(/网页或 XML/)
  })

  it('says what a spreadsheet has lost of a cell, and how to get it back', () => {
    const lost = 'Excel 已丢失末位，请把该列设为文本后重新导出'
    expect(['1.38123E+10', '1.10101199001011E+17', '2.10729e+07'].map((text) => spoiled(phone(), text))).toEqual([lost, lost, lost])
    expect(spoiled(text('备注'), '#N/A')).toBe('单元格是错误值 #N/A，请改正后重新导入')
    expect(spoiled(count('数量'), '#REF!')).toBe('单元格是错误值 #REF!，请改正后重新导入')
    expect(spoiled(text('姓名'), 'TRUE')).toBe('单元格是逻辑值，请改为文字后重新导入')
    // What is whole is nobody's business: numbers written with an exponent, yes and no, codes with letters.
    expect([
      spoiled(count('数量'), '1E+3'),
      spoiled(flag('在用'), 'TRUE'),
      spoiled(text('批号'), '2E10A'),
      spoiled(phone(), '13800000000'),
    ]).toEqual(Array(4).fill(undefined))
  })

  it('writes a hundred thousand rows without stopping the server', async () => {
    let longest = 0
    // Processor time from one turn to the next: on a busy machine a pause by the clock is somebody else's.
    let last = process.cpuUsage()
    const clock = setInterval(() => {
      const { user, system } = process.cpuUsage(last)
      longest = Math.max(longest, (user + system) / 1000)
      last = process.cpuUsage()
    }, 5)
    async function* many() {
      for (let i = 0; i < 100_000; i++)
        yield {
          name: `会员${i}`,
          note: '近视防控随访',
          gender: i % 2,
          ds: -(i % 24) / 4,
          price: i,
          on: '2026-01-31',
          kept: true,
          mobile: '13900001111',
        }
    }
    let size = 0
    for await (const part of excel(things, many(), 'a.xlsx').body as AsyncIterable<Uint8Array>) size += part.length
    clearInterval(clock)
    expect(size).toBeGreaterThan(1_000_000)
    // What is meant is that no pause is as long as the whole.
    expect(longest).toBeLessThan(1500)
  })

  it('a template has lists for choices, marks what is required and says how to fill it in', async () => {
    const bytes = await bytesOf(await template(things, 'a.xlsx'))
    const { readXlsx } = await import('hucre/xlsx')
    const book = await readXlsx(bytes)
    expect(book.sheets.map((s) => s.name)).toEqual(['物品', '填写说明'])
    expect(book.sheets[0]!.rows[0]!.slice(0, 4)).toEqual(['姓名*', '备注', '性别*', '球镜(D)'])
    expect(book.sheets[0]!.dataValidations?.map((v) => v.values ?? v.formula1)).toContainEqual(expect.anything())
  })
})
