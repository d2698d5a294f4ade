import { call } from '#kernel/web/calls/api.ts'
import { provideAction, provideBadge } from '#kernel/web/registry.ts'

// Written by hand, so that the shell does not load the contracts of the whole module.
const counts = { method: 'GET', path: '/v1/{product}/revisits/counts' } as const

/** What is to be called about today, overdue ones with it. */
provideBadge({
  path: '/revisit/duty',
  topics: ['revisits'],
  count: async (signal) => ((await call(counts, {}, { signal, quiet: true })) as { due: number }).due,
})
provideAction({ title: '新建回访', can: 'revisit:edit', path: '/revisit/duty?view=list&new=1' })
