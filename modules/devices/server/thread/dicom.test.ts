import { describe, expect, it } from 'vitest'
import { readDevice } from '../../contract/devices/read.ts'
import * as written from '../make.ts'
import { readers } from './means.ts'

const read = (bytes: Uint8Array) => readDevice(bytes, readers)!
const AUTOREFRACTION = '1.2.840.10008.5.1.4.1.1.78.2'
const EYE: written.WrittenEye = { sph: '-3.25', cyl: '-0.75', axis: '178' }
const one = (tag: string, ...items: written.DicomElement[]): written.DicomElement => [tag, 'SQ', [items]]

describe('a DICOM file that is not sound', () => {
  it('cut off anywhere, it is refused with a sentence or read short, never broken', () => {
    const whole = written.dicomRefraction({ id: 'M1001', at: '2026-03-01 09:30:00', od: EYE, os: EYE })
    let refused = 0
    for (let n = 132; n < whole.length; n++) {
      try {
        read(whole.subarray(0, n))
      } catch (error) {
        expect((error as Error).message).toMatch(/DICOM/)
        refused++
      }
    }
    // Only an end between two elements is no cut that shows.
    expect(refused).toBeGreaterThan((whole.length - 132) * 0.95)
  })
  it('compressed, too deep or too much, it is refused with a sentence', () => {
    for (const syntax of ['1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.4.70'])
      expect(() => read(written.dicom(AUTOREFRACTION, [['00100020', 'LO', 'M1']], syntax))).toThrow('压缩')
    const nested = (depth: number): written.DicomElement => one('00460050', depth ? nested(depth - 1) : ['00460146', 'FD', 1])
    expect(() => read(written.dicom(AUTOREFRACTION, [nested(20)]))).toThrow('过深')
    expect(() => read(written.dicom(AUTOREFRACTION, [nested(400)]))).toThrow(/DICOM/)
    const many = Array.from({ length: 25_000 }, (_, i): written.DicomElement => [(0x00091000 + i).toString(16).padStart(8, '0'), 'LO', ''])
    expect(() => read(written.dicom(AUTOREFRACTION, many))).toThrow('过多')
  })
})
