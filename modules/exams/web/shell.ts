import { createElement, lazy, Suspense } from 'react'
import { clinicNow } from '#kernel/contract/format.ts'
import { call } from '#kernel/web/calls/api.ts'
import { provideBadge } from '#kernel/web/registry.ts'
import { provideSection } from '#modules/patients/web/door.tsx'
import { examReservationStates } from '#modules/reservations/contract/states.ts'

const Section = lazy(() => import('./HomeSection.tsx'))
provideSection({
  key: 'exams',
  title: '眼轴曲线',
  can: 'exam:view',
  rank: 20,
  render: (pid) => createElement(Suspense, { fallback: null }, createElement(Section, { pid })),
})

// Written by hand, so that the shell does not load the contracts of the whole module.
const waiting = { method: 'GET', path: '/{product}/reservations/examination' } as const
provideBadge({
  path: '/current-work/check',
  topics: ['reservations'],
  count: async (signal) =>
    (
      (await call(
        waiting,
        { day: clinicNow().slice(0, 10), status: examReservationStates.is.waiting, per_page: 1 },
        { signal, quiet: true },
      )) as { total: number }
    ).total,
})
