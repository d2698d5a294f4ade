import { expect, it } from 'vitest'
import { provideSearch, searchAll } from '../registry.ts'

it('asks every provider: one that fails finds nothing, and where two lead to one place the first says it', async () => {
  provideSearch(() => Promise.resolve([{ group: '配镜订单', title: 'PJ1', note: '林子涵', path: '/process/edit/1' }]))
  provideSearch(() => Promise.reject(new Error('not allowed')))
  provideSearch((text) =>
    Promise.resolve([
      { group: '配镜单', title: text, path: '/process/edit/1' },
      { group: '会员', title: '林子涵', path: '/patients/detail/1/home' },
    ]),
  )
  const found = await searchAll('PJ1', AbortSignal.timeout(1000))
  expect(found.map((f) => [f.path, f.note])).toEqual([
    ['/process/edit/1', '林子涵'],
    ['/patients/detail/1/home', undefined],
  ])
})
