/** The section of a kind from its declaration: former values stand in every grid, a folded one too. */
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { Together } from '#kernel/web/together/Together.tsx'
import { everyKind } from '../contract/kinds/index.ts'
import { ExamTab } from './ExamTab.tsx'
import { PlaceContext, type VisitPlace } from './visit/place.ts'

const who = { ...doctor, permissions: ['exam:view', 'exam:edit'] }
const envelope = {
  id: 3,
  pid: 1,
  hid: 1,
  status: 2,
  version: 1,
  examTime: '2026-03-01 09:00:00',
  examinerName: '何明哲',
  signerName: null,
  origin: {},
}
const place: VisitPlace = {
  pid: 1,
  resid: undefined,
  anchor: 'iop',
  current: 'iop',
  enter: () => undefined,
  tell: () => undefined,
  always: null,
  beside: document.body,
  wanted: [],
}
const folded = everyKind.flatMap((exam) =>
  exam.kind === 'refraction' || exam.kind === 'visual'
    ? []
    : exam.groups.flatMap((g) => (g.folded && 'eyes' in g ? [[exam.kind, exam, g.eyes] as const] : [])),
)

it('some grids are folded', () => expect(folded.length).toBeGreaterThan(2))
describe.each(folded)('the folded grid of %s', (_, exam, eyes) => {
  it('has the former values as ghosts', async () => {
    const measured = eyes.find((base) => typeof exam.example[`${base}Od`] === 'number' || typeof exam.normal?.[`${base}Od`] === 'number')
    const base = measured ?? eyes[0]!
    const value = exam.example[`${base}Od`] ?? exam.normal?.[`${base}Od`] ?? 1
    const last = { ...envelope, ...exam.example, [`${base}Od`]: value, [`${base}Os`]: value }
    answering(({ url }) => ok(url.pathname.includes('/patient') ? { pid: 1, birth: '2015-01-01' } : { list: [last], total: 1, trends: [] }))
    await stage(
      <PlaceContext value={place}>
        <Together>
          <ExamTab of={exam} />
        </Together>
      </PlaceContext>,
      { who, at: `/patients/detail/1/examine/${exam.tab}?id=new` },
    )
    await screen.findAllByRole('table')
    const cell = () => document.querySelector(`[data-field=${base}Od]`)?.closest('td')
    await waitFor(() => expect(cell()?.querySelector('.ghost')).toBeTruthy())
  })
})
