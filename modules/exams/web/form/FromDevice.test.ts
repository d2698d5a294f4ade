import { describe, expect, it } from 'vitest'
import { devicesIn } from './FromDevice.tsx'

describe('values of a device', () => {
  it('lead back to their file and its time, apart from what was typed or copied', () => {
    expect(
      devicesIn({
        dsOd: 'device:17 NIDEK ARK-1s 2026-03-01 09:30',
        axOd: 'device:17 NIDEK ARK-1s 2026-03-01 09:30',
        dsOs: 'copied:exam_refraction:3',
        vd: 'device:18 TOPCON KR-800S 2026-03-01 09:40',
      }),
    ).toEqual([
      { file: 17, said: 'NIDEK ARK-1s 2026-03-01 09:30', fields: ['dsOd', 'axOd'] },
      { file: 18, said: 'TOPCON KR-800S 2026-03-01 09:40', fields: ['vd'] },
    ])
  })
})
