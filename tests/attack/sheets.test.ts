/** Files made to stop the server: what reading one may cost, and what everybody else feels of it. */
import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from '#kernel/contract/index.ts'
import { valueOf } from '#kernel/server/cells.ts'
import { freshClinic, type Clinic } from '../harness.ts'
import { fairly, threadTime } from '../patience.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})

/** A zip (APPNOTE 6.3.10) of entries; `claims` is the size its directory tells instead of the true one. */
function zipOf(entries: Readonly<Record<string, string | Buffer>>, claims?: number): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let index = 0
  for (const [name, content] of Object.entries(entries)) {
    const packed = typeof content === 'string' ? deflateRawSync(content) : content
    const size = claims ?? Buffer.byteLength(content)
    const fields = (signature: number, head: Buffer) => (head.writeUInt32LE(signature, 0), head)
    const local = fields(0x04034b50, Buffer.alloc(30))
    const central = fields(0x02014b50, Buffer.alloc(46))
    for (const [head, from] of [
      [local, 8],
      [central, 10],
    ] as const) {
      head.writeUInt16LE(8, from)
      head.writeUInt32LE(packed.length, from + 10)
      head.writeUInt32LE(size, from + 14)
      head.writeUInt16LE(name.length, from + 18)
    }
    central.writeUInt32LE(index, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(central, Buffer.from(name))
    index += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(entries).length, 8)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(index, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const FORMATS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const TYPES = [
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
  '<Default Extension="xml" ContentType="application/xml"/>',
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  `<Override PartName="/xl/workbook.xml" ContentType="${FORMATS}.sheet.main+xml"/>`,
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${FORMATS}.worksheet+xml"/>`,
  `<Override PartName="/xl/sharedStrings.xml" ContentType="${FORMATS}.sharedStrings+xml"/></Types>`,
].join('')
/** What a part of the package refers to: kind and file. */
const relations = (targets: Readonly<Record<string, string>>): string => {
  const each = Object.entries(targets).map(([kind, file], i) => `<Relationship Id="r${i + 1}" Type="${OFFICE}/${kind}" Target="${file}"/>`)
  return `<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`
}
/** A workbook of one sheet, of this XML between `<worksheet>` and its end. */
const bookOf = (sheet: string, more: Readonly<Record<string, string | Buffer>> = {}, claims?: number) =>
  zipOf(
    {
      '[Content_Types].xml': TYPES,
      '_rels/.rels': relations({ officeDocument: 'xl/workbook.xml' }),
      'xl/workbook.xml': [
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
        '<sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
      ].join(''),
      'xl/_rels/workbook.xml.rels': relations({ worksheet: 'worksheets/sheet1.xml', sharedStrings: 'sharedStrings.xml' }),
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}">${sheet}</worksheet>`,
      ...more,
    },
    claims,
  )
const text = (ref: string, words: string) => `<c r="${ref}" t="inlineStr"><is><t>${words}</t></is></c>`
const upload = (bytes: Uint8Array<ArrayBuffer>, filename = '名单.xlsx') => ({ file: { filename, mimetype: 'x', bytes }, dryRun: true })

/**
 * A file uploaded by the manager: what it was answered, how long it took, and meanwhile the longest the server stood still for it (ms) and
 * how many calls of another client it answered.
 */
async function besides(bytes: Uint8Array<ArrayBuffer>, filename?: string) {
  const other = clinic.as('reception')
  await other.call('patients.list', { hid: clinic.hid })
  const over = new AbortController()
  const from = performance.now()
  const answer = clinic
    .as('manager')
    .raw('patients.import', { ...upload(bytes, filename), hid: clinic.hid })
    .then(async (answer) => ({
      ...((await answer.json()) as { code: number; message: string; data: { rows: number } | null }),
      status: answer.status,
    }))
    .finally(() => over.abort())
  let longest = 0
  // By the thread's own time: on a busy machine a pause by the clock is somebody else's.
  let last = threadTime()
  const clock = setInterval(() => {
    longest = Math.max(longest, threadTime() - last)
    last = threadTime()
  }, 1)
  let served = 0
  while (!over.signal.aborted) {
    await other.call('patients.list', { hid: clinic.hid })
    served++
    // Time itself: other people ask now and then.
    await new Promise((done) => setTimeout(done, 5))
  }
  clearInterval(clock)
  return { answer: await answer, ms: performance.now() - from, longest, served }
}
const rows = (n: number, row: (i: number) => string) => Array.from({ length: n }, (_, i) => row(i)).join('')
const MERGE = '<mergeCell ref="A1:A1048576"/>'
const repeatedly = (n: number, sheet: string) =>
  [
    `<sheetData><row r="1">${text('A1', '姓名')}</row><row r="2">${text('A2', '甲')}</row>${sheet}</sheetData>`,
    `<mergeCells>${MERGE.repeat(n)}</mergeCells>`,
  ].join('')

describe('a file made to stop the server', () => {
  it.each<[string, () => Uint8Array<ArrayBuffer>, string | undefined, RegExp]>([
    ['20,000 merges down to the last row', () => bookOf(repeatedly(20_000, '')), undefined, /操作成功|合并/],
    [
      '20,000 merges over 20,000 rows',
      () =>
        bookOf(
          repeatedly(
            20_000,
            rows(20_000, (i) => `<row r="${i + 3}">${text(`B${i + 3}`, '乙')}</row>`),
          ),
        ),
      undefined,
      /合并/,
    ],
    [
      'a cell in the last column of each row',
      () =>
        bookOf(
          `<sheetData>${rows(20_000, (i) => `<row r="${i + 1}">${text(`A${i + 1}`, '甲')}${text(`XFD${i + 1}`, '乙')}</row>`)}</sheetData>`,
        ),
      undefined,
      /操作成功/,
    ],
    [
      'cells in opposite corners',
      () => bookOf(`<sheetData><row r="1">${text('A1', '姓名')}</row><row r="1048576">${text('GR1048576', '乙')}</row></sheetData>`),
      undefined,
      /过大|过多|过于复杂/,
    ],
    [
      'a zip that unpacks to a gigabyte and says so',
      () => bookOf('', { 'xl/worksheets/sheet1.xml': deflateRawSync(Buffer.alloc(1024 ** 3 / 4, ' ')) }, 1024 ** 3 / 4),
      undefined,
      /展开后过大/,
    ],
    [
      'a zip that unpacks to more than it says',
      () => bookOf('', { 'xl/worksheets/sheet1.xml': deflateRawSync(Buffer.alloc(1024 ** 3 / 4, ' ')) }, 1000),
      undefined,
      /损坏|过大/,
    ],
    [
      'one long text in 400,000 cells',
      () =>
        bookOf(
          [
            `<sheetData><row r="1">${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`,
            ...Array.from({ length: 4000 }, (_, i) => `<row r="${i + 2}">${'<c t="s"><v>1</v></c>'.repeat(100)}</row>`),
            '</sheetData>',
          ].join(''),
          { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>姓名</t></si><si><t>${'长'.repeat(32_000)}</t></si></sst>` },
        ),
      undefined,
      /过多|过大|过于复杂/,
    ],
    [
      '10 MB of CSV',
      () => new Uint8Array(Buffer.from(`姓名,手机号,备注\n${'张三,13900001111,近视防控随访\n'.repeat(240_000)}`)),
      'a.csv',
      /50000 行/,
    ],
    [
      '10 MB of CSV with a mistake in each row',
      () => new Uint8Array(Buffer.from(`姓名,手机号,备注\n${`张三,1390,${'近视防控随访'.repeat(10)}\n`.repeat(45_000)}`)),
      'a.csv',
      /操作成功/,
    ],
    [
      'a cell that a careless pattern reads for minutes, in each kind of column',
      () =>
        new Uint8Array(
          Buffer.from(
            [
              `姓名,生日,建档时间,手机号,性别,${'（'.repeat(30_000)}`,
              ...[' ', '1', ',', '.0'].map((part) =>
                Array(6)
                  .fill(`"1${part.repeat(30_000 / part.length)}x"`)
                  .join(','),
              ),
              '',
            ].join('\n'),
          ),
        ),
      'a.csv',
      /操作成功/,
    ],
    ['one cell of 16 MB', () => new Uint8Array(Buffer.from(`姓名,生日\n"${'1 '.repeat(8_000_000)}",x\n`)), 'a.csv', /格/],
    ['one head of 16 MB', () => new Uint8Array(Buffer.from(`"${'('.repeat(16_000_000)}",姓名\na,b\n`)), 'a.csv', /格/],
    ['16 MB of commas', () => new Uint8Array(Buffer.alloc(16_000_000, ',')), 'a.csv', /过大|过多|过于复杂/],
    ['16 MB of line ends', () => new Uint8Array(Buffer.alloc(16_000_000, '\n')), 'a.csv', /过大|过多|过于复杂/],
    ['16 MB of quotes', () => new Uint8Array(Buffer.from(`姓名\n${'"'.repeat(16_000_001)}`)), 'a.csv', /格/],
  ])('%s: is answered, and nobody else waits for it', async (_, make, filename, sentence) => {
    const { answer, ms, longest, served } = await besides(make(), filename)
    expect(answer).toMatchObject({ status: 200, message: expect.stringMatching(sentence) as string })
    expect(ms).toBeLessThan(fairly(40_000))
    // Read in this thread, each of these files would stop it for seconds.
    expect(longest).toBeLessThan(500)
    expect(served).toBeGreaterThan(2)
  })
})

it.each(['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty'])(
  'a column called or mapped to %s, which every object has, is no field of the shape, today or remembered',
  async (field) => {
    const file = { filename: 'a.csv', mimetype: 'x', bytes: new Uint8Array(Buffer.from(`姓名,${field}\n张三${field},x\n`)) }
    const send = (more: object) => clinic.as('manager').call('patients.import', { file, hid: clinic.hid, ...more })
    expect(await send({ dryRun: true })).toMatchObject({ good: 1, bad: 0 })
    expect(await send({ mapping: { 0: 'name', 1: field } })).toMatchObject({ good: 1, bad: 0 })
    expect(await send({ dryRun: true })).toMatchObject({ good: 1, bad: 0, columns: [{ field: 'name' }, { field: null }] })
  },
)

it.each<[string, z.ZodType]>([
  ['number', z.number()],
  ['date', z.string().meta({ format: 'date' })],
  ['moment', z.string().meta({ format: 'moment' })],
  ['phone', z.string().meta({ format: 'phone' })],
  ['flag', z.boolean().meta({ format: 'flag' })],
])('a text of any length that is no %s is read as fast as a short one', (_, field) => {
  for (const part of [' ', '1', '1,', '0', '.0', '-', ' :']) {
    const text = `1${part.repeat(20_000 / part.length)}x`
    const from = threadTime()
    expect(valueOf(field, text)).toBe(text)
    expect(threadTime() - from).toBeLessThan(100)
  }
})
