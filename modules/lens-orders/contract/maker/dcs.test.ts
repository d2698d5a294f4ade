import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOma, readOma, writeOma } from '#modules/devices/contract/devices/oma.ts'
import { hasShared, sharedText } from '../../../../tests/shared.ts'
import { eyesIn, formatDcs, parseDcs, recordsOf, type DcsRecord } from './dcs.ts'
import { plainProfile, type Job, type JobEye, type MakerProfile } from './job.ts'
import { traceLines } from './shape.ts'
import { csvOf, tableOf } from './table.ts'

const product = { name: '1.60 非球面', model: 'PMC160', lensType: 1, index: 1.6, diameter: 70, film: '绿膜' }
const none = { bc: null, rc: null, ac: null, target: null, rzd: null, lza: null, dia: null, ct: null, colour: null }
const eye = (changes: Partial<JobEye> = {}): JobEye => ({
  ...none,
  sph: -3.25,
  cyl: -0.5,
  axis: 175,
  addition: null,
  prism: null,
  base: null,
  monoPd: 31.5,
  fitHeight: 18,
  product,
  number: 1,
  ...changes,
})
const frame = { a: 52, b: 40, dbl: 18, ed: 54, trace: [] }
const job = (changes: Partial<Job> = {}): Job => ({
  orderNo: 'JP2605040001',
  od: eye(),
  os: eye({ sph: -2.75, cyl: -1, axis: 5 }),
  pieces: [],
  frame,
  options: [],
  ...changes,
})
const profile: MakerProfile = { ...plainProfile(1, 'dcs'), account: '588', names: [{ ours: 'PMC160', theirs: 'PM-16' }] }

const quarter = (from: number, to: number) => fc.integer({ min: from * 4, max: to * 4 }).map((n) => n / 4 || 0)
const someEye = fc
  .record({
    sph: quarter(-20, 12),
    cyl: quarter(-6, 6),
    axis: fc.integer({ min: 1, max: 180 }),
    addition: fc.option(quarter(1, 3), { nil: null }),
    prism: fc.option(quarter(1, 8), { nil: null }),
    base: fc.constantFrom('IN', 'OUT', 'UP', 'DOWN'),
    monoPd: fc.integer({ min: 50, max: 80 }).map((n) => n / 2),
    fitHeight: fc.option(
      fc.integer({ min: 20, max: 60 }).map((n) => n / 2),
      { nil: null },
    ),
  })
  .map((e) => eye({ ...e, axis: e.cyl ? e.axis : null, base: e.prism ? (e.base as JobEye['base']) : null }))
const readable = (e: JobEye | null) =>
  e && {
    sph: e.sph,
    cyl: e.cyl,
    axis: e.axis,
    addition: e.addition,
    prism: e.prism,
    base: e.base,
    monoPd: e.monoPd,
    fitHeight: e.fitHeight,
  }

describe('DCS text', () => {
  it('says a job as labs read it: right before left, a record a line, CRLF, with the name the maker has for the lens', () => {
    expect(formatDcs(recordsOf(job({ options: ['开槽', '加急'] }), profile)).split('\r\n')).toEqual([
      'OMAV=03.10',
      'REQ=FIL',
      'JOB=JP2605040001',
      'ACCN=588',
      'DO=B',
      'SPH=-3.25;-2.75',
      'CYL=-0.50;-1.00',
      'AX=175;5',
      'IPD=31.50;31.50',
      'OCHT=18.00;18.00',
      'LNAM=PM-16;PM-16',
      'LTYPE=SV;SV',
      'LIND=1.600;1.600',
      'DIA=70.00;70.00',
      'ACOAT=绿膜;绿膜',
      'HBOX=52.00;52.00',
      'VBOX=40.00;40.00',
      'DBL=18.00',
      'FED=54.00;54.00',
      'ETYP=3',
      '',
    ])
    expect(recordsOf(job({ od: null }), profile).find((r) => r.label === 'SPH')).toEqual({ label: 'SPH', values: ['', '-2.75'] })
  })
  it('what was formatted is parsed to the same records, labels nobody knows among them', () => {
    const text = fc.string({ maxLength: 12 }).map((s) => s.replace(/[;\r\n]/g, ''))
    const label = fc.stringMatching(/^_?[A-Z][A-Z0-9_]{0,7}$/)
    const record: fc.Arbitrary<DcsRecord> = fc.record({ label, values: fc.array(text, { minLength: 1, maxLength: 3 }) })
    fc.assert(
      fc.property(fc.array(record), (records) => {
        expect(parseDcs(formatDcs(records))).toEqual(records)
      }),
    )
  })
  it('each eye of a job comes back to the same eye with the same powers, whatever line its height is measured from', () => {
    const some = fc.record({
      od: fc.option(someEye, { nil: null }),
      os: fc.option(someEye, { nil: null }),
      height: fc.constantFrom('box', 'datum'),
    })
    fc.assert(
      fc.property(
        some.filter(({ od, os }) => od !== null || os !== null),
        ({ od, os, height }) => {
          const maker = { ...profile, height: height as MakerProfile['height'] }
          const back = eyesIn(parseDcs(formatDcs(recordsOf(job({ od, os }), maker))), maker)
          expect(back).toEqual({ od: readable(od), os: readable(os) })
        },
      ),
    )
  })
  it('a height is measured from where the maker measures it, and left out where that cannot be known', () => {
    const heightOf = (job: Job) => recordsOf(job, { ...profile, height: 'datum' }).find((r) => r.label === 'OCHT')?.values
    expect(heightOf(job())).toEqual(['-2.00', '-2.00'])
    expect(heightOf(job({ frame: { ...frame, b: null } }))).toBeUndefined()
  })
  it('a tracer’s shape goes with the job line by line, and no text breaks a record', () => {
    const trace = ['TRCFMT=1;4;E;R;F', 'R=2500;2510;2500;2490']
    const records = recordsOf(job({ orderNo: 'A;B\r\nSPH=9', frame: { ...frame, trace } }), profile)
    expect(formatDcs(records)).toContain('TRCFMT=1;4;E;R;F\r\nR=2500;2510;2500;2490\r\n')
    expect(parseDcs(formatDcs(records)).filter((r) => r.label === 'SPH')).toEqual([{ label: 'SPH', values: ['-3.25', '-2.75'] }])
  })
  it.skipIf(!hasShared).each(['R360_1', 'R360_3', 'R1000_1'])('the traced rims of %s reach the lab in their box, to 0.02 mm', (name) => {
    const { frame: read } = readOma(sharedText(`domain/data/oma/${name}.oma`))
    const sent = formatDcs(recordsOf(job({ frame: { ...frame, b: read!.b, trace: traceLines(read!) } }), profile))
    const back = readOma(sent).frame!
    for (const eye of ['od', 'os'] as const) {
      expect(back[eye] === null).toBe(read![eye] === null)
      for (const side of ['a', 'b', 'ed', 'circumference'] as const)
        if (read![eye]) expect(Math.abs(back[eye]![side] - read![eye][side])).toBeLessThan(side === 'circumference' ? 0.2 : 0.02)
    }
  })
  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.string(), (s) => void eyesIn(parseDcs(s), profile)))
  })
  it.skipIf(!hasShared)('the files of real labs are read: both eyes, their distances and their heights', () => {
    const text = sharedText('domain/data/oma/R360_3.oma')
    const { od, os } = eyesIn(parseDcs(text), profile)
    expect(od).toMatchObject({ sph: -0.5, cyl: -1.25, axis: 140, addition: 1.25, monoPd: 31, fitHeight: 16 })
    expect(os).toMatchObject({ sph: 0.5, cyl: -3, axis: 15, addition: 1.25, monoPd: 31, fitHeight: 16 })
    // Written again line by line it is what it was; parsed and formatted, its records are.
    expect(writeOma(parseOma(text))).toBe(text)
    expect(parseDcs(formatDcs(parseDcs(text)))).toEqual(parseDcs(text))
  })
})

describe('tables for makers', () => {
  it('have a row a piece, right first, and only the columns somebody filled', () => {
    const { headings, rows } = tableOf(job(), plainProfile(1))
    expect(headings).toEqual(['订单号', '眼别', '商品', '数量', '球镜', '柱镜', '轴位', '单眼瞳距', '瞳高'])
    expect(rows[0]).toEqual(['JP2605040001', '右眼 R', 'PMC160', 1, -3.25, -0.5, 175, 31.5, 18])
    expect(rows[1]?.slice(1, 5)).toEqual(['左眼 L', 'PMC160', 1, -2.75])
  })
  it('have the columns of the maker under its own headings', () => {
    const columns = [
      { field: 'sph', heading: 'Sphere' },
      { field: 'nothing', heading: 'Blank' },
    ]
    expect(tableOf(job({ os: null }), { ...profile, columns })).toEqual({ headings: ['Sphere', 'Blank'], rows: [[-3.25, '']] })
  })
  it('as CSV open in a spreadsheet: marked, quoted, no formula among the texts', () => {
    const text = csvOf({
      headings: ['商品', '球镜'],
      rows: [
        ['a,"b"', -3.25],
        ['=1+1', 0],
      ],
    })
    expect(text).toBe('\uFEFF商品,球镜\r\n"a,""b""",-3.25\r\n\'=1+1,0\r\n')
  })
})
