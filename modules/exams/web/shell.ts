import { clinicNow } from '#kernel/contract/format.ts'
import { call } from '#kernel/web/calls/api.ts'
import { provideBadge, provideIn } from '#kernel/web/registry.ts'
import { belowFlow } from '#modules/settings/contract/slots.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'

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

provideIn(belowFlow, () => import('./visit/Order.tsx'))
