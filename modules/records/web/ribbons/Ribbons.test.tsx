import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, ok, stage } from '#kernel/web/testing/stage.tsx'
import Ribbons, { placeOf } from './Ribbons.tsx'

const ages = { birth: '2015-01-01', from: 8, to: 12 }
it('5.39 a treatment lies below the ages it was given at, cut where the axis ends; one that goes on reaches today', () => {
  const place = (start: string, end: string | null) => placeOf({ start, end }, ages, '2026-01-01')
  expect(place('2024-01-01', '2025-01-01')).toMatchObject({ left: expect.closeTo(0.25, 2), width: expect.closeTo(0.25, 2) })
  expect(place('2020-01-01', '2024-01-01')).toMatchObject({ left: 0, width: expect.closeTo(0.25, 2) })
  expect(place('2025-01-01', null)).toMatchObject({ left: expect.closeTo(0.5, 2), width: expect.closeTo(0.25, 2) })
  expect(place('2020-01-01', '2021-01-01')).toBeUndefined()
})
it('5.39 the ribbons of the member stand in rows by kind, and say when and why', async () => {
  const member = {
    hid: 1,
    pid: 3,
    concentration: null,
    what: null,
    stopReason: null,
    riskTold: false,
    doctorId: 1,
    doctorName: '陈',
    hospitalName: null,
    version: 1,
  }
  const requests = answering(() =>
    ok({
      list: [
        { ...member, id: 1, eye: 'ou', kind: 1, start: '2023-05-01', end: '2024-05-01', reason: '一年涨 0.4 mm' },
        { ...member, id: 2, eye: 'od', kind: 2, start: '2024-05-01', end: null, reason: null },
        { ...member, id: 3, eye: 'ou', kind: 1, start: '2025-05-01', end: null, reason: null },
      ],
    }),
  )
  await stage(<Ribbons pid={3} {...ages} />)
  const ribbons = await screen.findAllByRole('listitem')
  expect(requests[0]!.url.searchParams.get('pid')).toBe('3')
  expect(ribbons.map((r) => r.textContent)).toEqual(['低浓度阿托品', '低浓度阿托品', '角膜塑形镜'])
  expect(ribbons[0]!.title).toContain('2023-05-01 – 2024-05-01')
  expect(ribbons[0]!.title).toContain('一年涨 0.4 mm')
  expect(ribbons[2]!.title).toContain('右眼')
})
