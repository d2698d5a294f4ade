import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readers } from '../../server/thread/means.ts'
import * as written from '../../server/make.ts'
import { parseOma, readOma, writeOma } from './oma.ts'
import { LARGEST, readDevice } from './read.ts'
import { momentOf, numberOf, type ReadKind } from './reading.ts'

const read = (bytes: Uint8Array | string) => readDevice(typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes)) : bytes, readers)!
const exam = (reading: ReturnType<typeof read>, kind: ReadKind, which?: number) =>
  reading.exams.find((e) => e.kind === kind && (which === undefined || e.values.kind === which))?.values

const REAL = path.resolve('../shared/domain/data')
const real = (file: string): Uint8Array => new Uint8Array(readFileSync(path.join(REAL, file)))
const time = '2026-03-01 09:30:00'
const eyes: written.DeviceFileSpec = {
  id: 'M1001',
  at: time,
  od: { sph: '-3.25', cyl: '-0.75', axis: '178' },
  os: { sph: '-2.50', cyl: '0.00', axis: '0' },
}
const biometry = { al: 24.31, flat: 7.8, steep: 7.5, cct: 543, acd: 3.6, wtw: 11.8 }

if (!existsSync(REAL))
  process.stderr.write('The real device files are not beside this checkout (../shared/domain/data): their tests do not run.\n')
describe.runIf(existsSync(REAL))('real files', () => {
  it('an ARK-1s in UTF-16: medians before lists, an empty left eye, errors and pictures as warnings', () => {
    const reading = read(real('devices/samples/nidek_ark1s_utf16.xml'))
    expect(reading).toMatchObject({
      profile: 'nidek-rkt',
      model: 'NIDEK ARK-1s',
      measuredAt: '2013-03-11 16:03:07',
      patient: { id: '4902205625223' },
    })
    expect(exam(reading, 'refraction', 2)).toEqual({ kind: 2, dsOd: -6.38, dcOd: -0.64, axOd: 177, vd: 12 })
    expect(exam(reading, 'refraction', 4)).toMatchObject({ dsOd: -6.25, dcOd: -0.75, axOd: 177, addOd: 1.75 })
    expect(exam(reading, 'refraction', 1)).toMatchObject({ dsOd: -0.5, dcOd: 0, addOd: 3 })
    expect(exam(reading, 'refraction', 1)).not.toHaveProperty('axOd')
    expect(exam(reading, 'visual')).toEqual({ bcvaOd: 5, nearOd: 4.9 })
    expect(exam(reading, 'cornea')).toMatchObject({
      k1Od: 44.7,
      k1AxisOd: 178,
      r1Od: 7.55,
      k2Od: 46.3,
      k2AxisOd: 88,
      r2Od: 7.29,
      wtwOd: 12.1,
    })
    expect(exam(reading, 'pd')).toEqual({ pdFar: 56, pdFarOd: 28, pdFarOs: 28, pdNear: 53, pdMethod: 3 })
    expect(reading.warnings.map((w) => w.at)).toEqual(['R/AR/ARList[2]', 'R/AR/RingImage', 'R/VA/UCVA'])
  })
  it('an NT-530P: averages as measured, thickness out of 557um, what the device corrected stands beside', () => {
    const reading = read(real('devices/samples/nidek_nt530p_utf16.xml'))
    expect(exam(reading, 'iop')).toEqual({ iopOd: 19.3, iopOs: 28.3, cctOd: 557, cctOs: 560, iopMethod: 1, iopTime: '07:13' })
    expect(reading.beside).toEqual([{ what: '校正眼压', od: '19.0', os: '27.9' }])
  })
  it('a CV-5000: decimal commas, distances in cm, the addition from near and far', () => {
    const reading = read(real('devices/samples/joia_topcon_cv5000_sbj.xml'))
    expect(reading).toMatchObject({ profile: 'joia', model: 'TOPCON CV-5000', serial: '192168118', measuredAt: '2024-05-13 19:48:59' })
    expect(exam(reading, 'refraction', 4)).toEqual({
      kind: 4,
      dsOd: 0.25,
      dcOd: -1.5,
      axOd: 180,
      dsOs: -0.25,
      dcOs: 0,
      vd: 12,
      addOd: 3,
      addOs: 2.5,
    })
    expect(exam(reading, 'pd')).toEqual({ pdFar: 64, pdFarOd: 32, pdFarOs: 32, pdNear: 62, pdMethod: 3 })
    expect(reading.warnings).toEqual([])
  })
  it('a serial capture of an RT-5100: the last whole transmission, inner spaces, three columns of axis', () => {
    const reading = read(real('devices/rt5100/rt5100_capture_1.log'))
    expect(reading).toMatchObject({ profile: 'rt5100', measuredAt: '2016-09-07 00:00:00', patient: { id: null } })
    expect(exam(reading, 'refraction', 2)).toEqual({ kind: 2, dsOd: 3.5, dcOd: -1.5, axOd: 80, dsOs: 4.25, dcOs: -2.25, axOs: 90 })
    expect(exam(reading, 'refraction', 1)).toEqual({ kind: 1, dsOd: 2, dcOd: -1.25, axOd: 50, vaOd: 4.8, dsOs: -3, dcOs: -1.5, axOs: 15 })
    expect(exam(reading, 'refraction', 4)).toMatchObject({ dsOd: 5.25, dcOd: -1.75, axOd: 65, addOd: 1.25, dsOs: 6, dcOs: -2.25, axOs: 80 })
    expect(exam(reading, 'pd')).toEqual({ pdFar: 64, pdNear: 59.5, pdMethod: 3, workingDistance: 350 })
    expect(reading.warnings).toEqual([{ at: 'RT-5100', sentence: '文件里有 16 次传输，取用最后一次完整的' }])
  })
  it.each([
    ['oma/R360_3.oma', 51, 44.01, 20],
    ['oma/R360_1.oma', 55, 38.01, null],
    ['oma/R1000_1.oma', 51, 40.08, 15],
  ])('%s: the box of the trace is %d × %d mm, and every byte is written as it was read', (file, a, b, dbl) => {
    const bytes = real(file)
    const { frame } = read(bytes)
    expect(frame).toMatchObject({ dbl })
    for (const trace of [frame!.od!, frame!.os!]) {
      expect(Math.abs(trace.a - a)).toBeLessThanOrEqual(0.1)
      expect(Math.abs(trace.b - b)).toBeLessThanOrEqual(0.1)
    }
    const text = Buffer.from(bytes).toString('utf8')
    expect(Buffer.from(writeOma(parseOma(text)))).toEqual(Buffer.from(bytes))
  })
})

describe('formats written from their description', () => {
  it('the LM-7 spells its sphere wrong, leaves tags empty and gives prisms a base', () => {
    const reading = read(written.lm7(eyes, { x: '0.75', xBase: 'out', y: '', yBase: '' }))
    expect(reading.profile).toBe('nidek-lm')
    expect(exam(reading, 'refraction', 1)).toEqual({
      kind: 1,
      dsOd: -3.25,
      dcOd: -0.75,
      axOd: 178,
      prismOd: 0.75,
      baseOd: 'OUT',
      dsOs: -2.5,
      dcOs: 0,
      prismOs: 0.75,
      baseOs: 'OUT',
    })
    expect(exam(reading, 'pd')).toEqual({ pdFar: 62, pdMethod: 3 })
    expect(reading.beside[0]).toEqual({ what: '紫外线透过率', od: '3 %', os: '3 %' })
  })
  it('a prism of two directions has no single base: it is told, not taken', () => {
    const reading = read(written.lm7(eyes, { x: '0.75', xBase: 'out', y: '2.00', yBase: 'down' }))
    expect(exam(reading, 'refraction', 1)).not.toHaveProperty('prismOd')
    expect(reading.beside).toContainEqual({ what: '棱镜', od: '0.75Δ out + 2Δ down', os: '0.75Δ out + 2Δ down' })
    expect(reading.warnings.map((w) => w.at)).toEqual(['LM/R/Prism', 'LM/L/Prism'])
  })
  it('JOIA by local name: REF, KM and TM in one file, leading spaces, errors in lists', () => {
    const reading = read(written.joia(eyes))
    expect(exam(reading, 'refraction', 2)).toEqual({ kind: 2, dsOd: -3.25, dcOd: -0.75, axOd: 178, dsOs: -2.5, dcOs: 0 })
    expect(exam(reading, 'cornea')).toMatchObject({ k1Od: 39.75, k1AxisOd: 175, r1Od: 8.48, k2Os: 41.25, k2AxisOs: 85 })
    expect(exam(reading, 'iop')).toEqual({ iopOd: 15.3, iopOs: 15.3, iopMethod: 1, iopTime: '09:30' })
    expect(reading.warnings).toHaveLength(2)
  })
  it('JOIA that says Shift-JIS is read as Shift-JIS', () => {
    const [before, after] = written.joia(eyes, { declared: 'Shift_JIS', name: '@' }).split('@')
    // 山田 in Shift-JIS.
    const bytes = Buffer.concat([Buffer.from(before!), Buffer.from([0x8e, 0x52, 0x93, 0x63]), Buffer.from(after!)])
    expect(read(new Uint8Array(bytes)).patient.name).toBe('山田')
  })
  it('a file that says UTF-16 and is written in single bytes is read all the same', () => {
    expect(read(written.joia(eyes, { declared: 'UTF-16', name: '王小明' })).patient.name).toBe('王小明')
  })
  it('a MYAH gives radii: keratometry in D comes from them, the radius stays beside', () => {
    const reading = read(written.myah({ id: 'M1', at: time }, biometry, { ...biometry, al: 24.02 }))
    expect(exam(reading, 'bioMeter')).toEqual({
      k1Od: 43.27,
      k1AxisOd: 178,
      k2Od: 45,
      alOd: 24.31,
      wtwOd: 11.8,
      k1Os: 43.27,
      k1AxisOs: 178,
      k2Os: 45,
      alOs: 24.02,
      wtwOs: 11.8,
    })
    expect(reading.beside).toContainEqual({ what: '平坦曲率半径', od: '7.8 mm', os: '7.8 mm' })
  })
  it('an AL550 gives thickness in mm and the corneal radius: µm and diameter are kept, 0 is nothing', () => {
    const reading = read(
      written.al550({ id: 'M1', at: time }, { ...biometry, flat: 43.1, steep: 44.2 }, { ...biometry, flat: 43, steep: 44 }),
    )
    expect(reading).toMatchObject({ profile: 'al550', measuredAt: time, patient: { id: 'M1' } })
    expect(exam(reading, 'bioMeter')).toMatchObject({
      alOd: 24.31,
      cctOd: 543,
      acdOd: 3.6,
      k1Od: 43.1,
      k1AxisOd: 2,
      k2AxisOd: 92,
      wtwOd: 11.8,
    })
    expect(exam(reading, 'bioMeter')).not.toHaveProperty('ltOd')
  })
  it('an RT-5100 that stopped in the middle is refused, one with a whole transmission before is not', () => {
    const whole = written.rt5100(eyes)
    expect(exam(read(whole), 'refraction', 4)).toMatchObject({ dsOd: -3.25, dcOd: -0.75, axOd: 178, dsOs: -2.5, dcOs: 0 })
    expect(read(whole)).toMatchObject({ patient: { id: 'M1001' }, measuredAt: '2026-03-01 00:00:00' })
    const half = whole.slice(0, whole.indexOf('\u0004'))
    expect(() => read(half)).toThrow('没有传完')
    expect(exam(read(whole + half.replaceAll('3.25', '9.75')), 'refraction', 4)).toMatchObject({ dsOd: -3.25 })
  })
})

describe('DICOM instances built from the standard’s tables', () => {
  const one = (tag: string, ...items: written.DicomElement[]): written.DicomElement => [tag, 'SQ', [items]]
  const sop = (n: number) => `1.2.840.10008.5.1.4.1.1.78.${n}`

  it('78.2: spheres, cylinders, axes and the distance of the pupils', () => {
    const reading = read(written.dicomRefraction(eyes))
    expect(reading).toMatchObject({ profile: 'dicom', measuredAt: time, patient: { id: 'M1001' } })
    expect(exam(reading, 'refraction', 2)).toEqual({ kind: 2, dsOd: -3.25, dcOd: -0.75, axOd: 178, dsOs: -2.5, dcOs: 0 })
    expect(exam(reading, 'pd')).toEqual({ pdFar: 61.5, pdMethod: 3 })
  })
  it('lists what it does not take by its name, however deep it lies, and makers’ own elements by their tag', () => {
    const reading = read(
      written.dicom(sop(4), [
        one(
          '00460097',
          ['00460146', 'FD', 2.25],
          one('00460101', ['00460104', 'FD', 0.75]),
          ['00460044', 'FD', 4.5],
          ['00460106', 'FD', 6],
        ),
        ['00990010', 'LO', 'ACME'],
        ['00080060', 'CS', 'SRF'],
      ]),
    )
    expect(exam(reading, 'refraction', 4)).toMatchObject({ dsOd: 2.25 })
    expect(reading!.untaken).toEqual([
      { name: 'AddPower', value: '0.75' },
      { name: 'PupilSize', value: '4.5' },
      { name: 'ViewingDistance', value: '6' },
      { name: '(0099,0010)', value: 'ACME' },
    ])
  })
  it('78.1, 78.3, 78.4, 78.5 and 78.7: lenses, keratometry, subjective refraction, acuity, axial length', () => {
    const lens = read(
      written.dicom(sop(1), [one('00460014', ['00460146', 'FD', -1.5], one('00460028', ['00460030', 'FD', 1], ['00460032', 'CS', 'IN']))]),
    )
    expect(exam(lens, 'refraction', 1)).toEqual({ kind: 1, dsOd: -1.5, prismOd: 1, baseOd: 'IN' })
    const k = read(
      written.dicom(sop(3), [one('00460071', one('00460074', ['00460075', 'FD', 7.5], ['00460076', 'FD', 45], ['00460077', 'FD', 91]))]),
    )
    expect(exam(k, 'cornea')).toEqual({ k2Os: 45, k2AxisOs: 91, r2Os: 7.5 })
    const subjective = read(written.dicom(sop(4), [one('00460097', ['00460146', 'FD', 2.25], one('00460100', ['00460104', 'FD', 1.5]))]))
    expect(exam(subjective, 'refraction', 4)).toEqual({ kind: 4, dsOd: 2.25, addOd: 1.5 })
    const va = read(
      written.dicom(sop(5), [one('00460121', ['00080104', 'LO', 'Uncorrected visual acuity']), one('00460122', ['00460137', 'FD', 0.63])]),
    )
    expect(exam(va, 'visual')).toEqual({ ucvaOd: 4.8 })
    const single = ['00221019', 'FL', 24.9] as const
    const axial = read(
      written.dicom(sop(7), [
        one(
          '00221007',
          one('00221050', single),
          one('00221225', one('00221255', one('00221260', one('00221012', ['00221019', 'FL', 24.31])))),
          ['00221155', 'FL', 210.5],
        ),
      ]),
    )
    expect(exam(axial, 'bioMeter')).toEqual({ alOd: 24.31, snrOd: 210.5 })
  })
  it('a class that measures nothing here is read without measures', () => {
    const reading = read(written.dicom('1.2.840.10008.5.1.4.1.1.77.1.5.1', [['00100020', 'LO', 'M1']]))
    expect(reading).toMatchObject({ exams: [], patient: { id: 'M1' } })
    expect(reading.warnings).toHaveLength(1)
  })
})

describe('what real life sends', () => {
  it('a bad node costs itself: the rest is taken, and the warning says where', () => {
    const reading = read(written.joia({ ...eyes, od: { sph: '-3.25', cyl: 'E12', axis: '178' } }))
    expect(exam(reading, 'refraction', 2)).toEqual({ kind: 2, dsOd: -3.25, dsOs: -2.5, dcOs: 0 })
    expect(reading.warnings).toContainEqual({ at: 'REF/R/Cylinder', sentence: '“E12” 不是数字，未取用' })
  })
  it('an axis is taken whole or not at all, and without it no cylinder', () => {
    for (const axis of ['177.5', '181', '-4']) {
      const reading = read(written.ark({ ...eyes, od: { sph: '-3.25', cyl: '-0.75', axis } }))
      expect(exam(reading, 'refraction', 2)).toEqual({ kind: 2, dsOd: -3.25, dsOs: -2.5, dcOs: 0, vd: 12 })
      expect(reading.warnings.map((w) => w.at)).toContain('R/AR/Axis')
    }
    const zero = read(written.ark({ ...eyes, od: { sph: '-3.25', cyl: '-0.75', axis: '0' } }))
    expect(exam(zero, 'refraction', 2)).toMatchObject({ axOd: 180 })
  })
  it('broken XML is read up to and around its fault', () => {
    const text = Buffer.from(written.joia(eyes)).toString().replace('<nsKM:Measure type="KM">', '<nsKM:Measure type=KM & >')
    const reading = read(text)
    expect(exam(reading, 'refraction', 2)).toMatchObject({ dsOd: -3.25 })
    expect(reading.warnings[0]!.at).toBe('第 1 行')
  })
  it('a document type is refused before anything of it is read', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}">]><Data><R>&b;</R></Data>`
    expect(() => read(bomb)).toThrow('文档类型')
    expect(() => read('<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><Data><R>&x;</R></Data>')).toThrow(
      '文档类型',
    )
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(bomb, 'utf16le')])
    expect(() => read(utf16)).toThrow('文档类型')
  })
  it('what is empty, too large, too deep or too much is refused with a sentence', () => {
    expect(() => read('')).toThrow('空')
    expect(() => read(new Uint8Array(LARGEST + 1))).toThrow('20 MB')
    expect(() => read(`<Data>${'<a>'.repeat(200)}`)).toThrow('过深')
    expect(() => read(`<Data>${'<a/>'.repeat(300_000)}</Data>`)).toThrow('过多')
  })
  it('an OMA with one radius encloses nothing', () => {
    expect(() => read('HBOX=50;50\r\nVBOX=40;40\r\nDBL=18\r\nTRCFMT=1;360;E;R;F\r\nR=2500\r\n')).toThrow('只有 1 个半径')
  })
  it('an OMA whose box disagrees with its trace says so, one within a tenth does not', () => {
    const text = Buffer.from(written.oma(52, 40, 18)).toString()
    expect(readOma(text)).toMatchObject({ warnings: [], frame: { a: 52, b: 40, dbl: 18 } })
    expect(readOma(text.replace('HBOX=52.00;52.00', 'HBOX=52.30;52.30')).warnings.map((w) => w.at)).toEqual(['HBOX'])
  })
  it('an OMA keeps what it does not know, byte for byte', () => {
    const text = `${Buffer.from(written.oma(52, 40, 18)).toString()}\r\nnot a record\n_X=?;\r\n\r\nLAST=1`
    expect(writeOma(parseOma(text))).toBe(text)
  })
  it('an AL550 tells whose eyes they are wherever its block stands, and a moment with its zone by the clinic’s clock', () => {
    const more = { PatientInfo: { PatientID: 'M77', Name: '张伟', Gender: 'M', BirthDate: '2012-05-01' }, PatientID: undefined }
    const value = { ...biometry, flat: 43, steep: 44 }
    const reading = read(written.al550({ id: 'M77', at: '2026-11-20T23:30:00Z', more }, value, value))
    expect(reading).toMatchObject({
      measuredAt: '2026-11-21 07:30:00',
      patient: { id: 'M77', name: '张伟', sex: 0, birth: '2012-05-01' },
    })
    expect(read(written.al550({ id: 'M77', at: '2026-11-21 07:30:00', more: {} }, value, value))!.measuredAt).toBe('2026-11-21 07:30:00')
  })
  it('an AL550 tells a birth written as a moment by the clinic’s day, and names a sex in a code nobody knows', () => {
    const more = { Patient: { Name: '张伟', Sex: '2', DOB: '1990-03-01T16:00:00Z', Operator: '王', Age: 36 }, Remark: '复查' }
    const value = { ...biometry, flat: 43, steep: 44 }
    const reading = read(written.al550({ id: 'M77', at: '2026-11-21 07:30:00', more }, value, value))
    expect(reading.patient).toMatchObject({ name: '张伟', birth: '1990-03-02', sex: null })
    expect(reading.untaken).toEqual([
      { name: 'Patient.Sex', value: '2' },
      { name: 'Patient.Operator', value: '王' },
      { name: 'Patient.Age', value: '36' },
      { name: 'Remark', value: '复查' },
    ])
  })
  it('a NIDEK names a person by family and given name, and what it says beside is listed', () => {
    const text = Buffer.from(written.ark({ ...eyes, id: 'M1' }).slice(2))
      .toString('utf16le')
      .replace('UTF-16', 'UTF-8')
    const person = '<LastName>张</LastName><FirstName>伟</FirstName><Age>12</Age></Patient>'
    const reading = read(text.replace('</Patient>', person))
    expect(reading.patient.name).toBe('张伟')
    expect(reading.untaken).toContainEqual({ name: 'Patient/Age', value: '12' })
  })
  it('an RT-5100 has the addition of the lensmeter and the unaided acuity; what nobody takes is named', () => {
    const lines = ['@LM', ' R+ 1.00- 0.50 90', 'AR+ 2.00', '@RT', 'UR0.3', 'FR- 2.00  0.00  0', 'XR 12']
    const text = `\u0001NIDEK RT-5100 IDM1           DA2026/11/21\r\n${lines.map((l) => `\u0002${l}\r\n`).join('')}\u0004\r\n`
    const reading = read(Buffer.from(text))
    expect(exam(reading, 'refraction', 1)).toMatchObject({ addOd: 2 })
    expect(exam(reading, 'visual')).toMatchObject({ ucvaOd: 4.5 })
    expect(reading!.untaken).toEqual([{ name: '@RT XR', value: '12' }])
  })
  it('an OMA names the records it does not take, and every shape it cannot read', () => {
    const text = Buffer.from(written.oma(52, 40, 18)).toString('utf8')
    const reading = read(Buffer.from(`${text}DRILLE=B;C;1;2;3\r\nTRCFMT=6;4;E;R;P\r\nR=1;2;3;4\r\n`))
    expect(reading!.untaken).toContainEqual({ name: 'DRILLE', value: 'B;C;1;2;3' })
    expect(reading!.frame!.od).not.toBeNull()
    expect(reading!.warnings.map((w) => w.sentence)).toContain('描迹格式 6 不能读取，未取用')
  })
  it('a trace of a format that is not read, or without its angles, is left out', () => {
    const text =
      'JOB=1\nDBL=18\nHBOX=50;50\nVBOX=40;40\nTRCFMT=6;400;E;R;F\nR=1;2\nTRCFMT=1;4;U;L;F\nR=2500;2400;2300;2200;2500;2400;2300;2200\n'
    expect(readOma(text)).toMatchObject({ frame: { od: null, os: null, a: 50 } })
  })
  it('what is no device file has no reading', () => {
    for (const text of ['hello', '{"a":1}', '<html><body/></html>', 'a,b\n1,2\n'])
      expect(readDevice(new Uint8Array(Buffer.from(text)), readers)).toBeUndefined()
    expect(readDevice(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), readers)).toBeUndefined()
  })
})

describe('words of devices', () => {
  it.each([
    ['+ 3.00', 3],
    ['- 1.00', -1],
    ['  0.00', 0],
    [' -0,25', -0.25],
    ['12.00 mm', 12],
    ['557um', 557],
    ['500,000', 500],
    ['-0.00', 0],
    ['<0.1', undefined],
    ['1.2.3', undefined],
    ['', undefined],
    ['1e5', undefined],
  ])('%j is %s', (text, n) => {
    expect(numberOf(text)).toBe(n)
  })
  it.each([
    ['2016/ 9/ 7', undefined, '2016-09-07 00:00:00'],
    ['2024-05-13', '19:48:59.562', '2024-05-13 19:48:59'],
    ['20240513', '194859', '2024-05-13 19:48:59'],
    ['2024-02-30', '', null],
    ['13/05/2024', '', null],
  ])('%j %j is %s', (day, time, moment) => {
    expect(momentOf(day, time)).toBe(moment)
  })
})
