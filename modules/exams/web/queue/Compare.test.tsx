import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { Compare } from './Compare.tsx'

/** Of two visits, the older first: known values, and what must stand for them. */
const DAYS: Readonly<Record<string, object>> = {
  '2026-05-23': { refractions: [{ kind: 4, dsOd: 0.75, dsOs: -2.75, axOd: 175 }], bioMeter: { alOd: 24.1 }, iop: { iopOd: 18 } },
  '2026-11-23': { refractions: [{ kind: 4, dsOd: 0.25, dsOs: -3.25, axOd: 5 }], bioMeter: { alOd: 24.35 }, iop: { iopOd: 15 } },
}
const who = { ...doctor, permissions: ['exam:view'] }
const cellsOf = (label: string) =>
  screen.getAllByRole('row').flatMap((row) => {
    const [head, ...cells] = [...row.children].map((cell) => cell.textContent?.trim() ?? '')
    return head?.startsWith(label) ? [cells] : []
  })[0]

it('two visits stand beside each other with the sign of each value and of what it changed by', async () => {
  answering(({ url }) => ok(DAYS[url.searchParams.get('day') ?? ''] ?? { refractions: [], list: [], total: 0, points: [], references: [] }))
  await stage(<Compare pid={1} days={Object.keys(DAYS)} />, { who, at: '/result?pid=1&t=2026-11-23,2026-05-23' })
  await screen.findByText('主觉验光', { exact: false })
  expect(cellsOf('右眼球镜')).toEqual(['+0.75', '+0.25 ▼ −0.50'])
  expect(cellsOf('左眼球镜')).toEqual(['−2.75', '−3.25 ▼ −0.50'])
  expect(cellsOf('右眼轴位')).toEqual(['175', '5 ▲ +10'])
  expect(cellsOf('右眼眼轴')).toEqual(['24.10', '24.35 ▲ +0.25'])
  expect(cellsOf('右眼眼压')).toEqual(['18.0', '15.0 ▼ −3.0'])
})
