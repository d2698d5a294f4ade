import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { emptyDefaults } from '#kernel/contract/catalogue.ts'
import type { Callable } from './api.ts'
import { keyOf, useCall } from './query.ts'
import { Until } from '../screen/Screen.tsx'
import { answering, ok, stage } from '../testing/stage.tsx'

const feeList = { method: 'GET', path: '/{product}/fee-bills/list', pure: false } as const satisfies Callable
const feeTree = { method: 'GET', path: '/feecategory/tree/{hid}', pure: false } as const satisfies Callable
const printInfo = { method: 'GET', path: '/{product}/fee-bills/{id}/print', pure: false } as const satisfies Callable
const refusing = () => answering(() => ({ code: 1, message: '读不到', data: null }))

let log: MockInstance<typeof console.error>
beforeEach(() => {
  document.querySelector('.toasts')?.replaceChildren()
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => log.mockRestore())

describe('loads that fail', () => {
  it('R078 a fee list falls back to an empty list with total 0, logged and not told', async () => {
    refusing()
    const List = () => {
      const fees = useCall(feeList, { hid: 1 }, { fallback: emptyDefaults.list as unknown })
      return (
        <Until of={fees}>
          <p>{JSON.stringify(fees.data)}</p>
        </Until>
      )
    }
    await stage(<List />)
    expect(await screen.findByText('{"list":[],"total":0}')).toBeTruthy()
    await waitFor(() => expect(log).toHaveBeenCalledWith('读不到'))
    expect(document.querySelector('.toast')).toBeNull()
  })
  it('R078 a fee tree falls back to an empty array', async () => {
    refusing()
    const Tree = () => <p>{JSON.stringify(useCall(feeTree, { hid: 1 }, { fallback: emptyDefaults.tree as unknown }).data)}</p>
    await stage(<Tree />)
    expect(await screen.findByText('[]')).toBeTruthy()
    await waitFor(() => expect(log).toHaveBeenCalledWith('读不到'))
  })
  it('R079, R080 a failure that is only logged stands in its place and nowhere else', async () => {
    refusing()
    const Paper = () => {
      const info = useCall(printInfo, { id: 3 }, { logged: true })
      return (
        <Until of={info}>
          <p>paper</p>
        </Until>
      )
    }
    await stage(<Paper />)
    expect((await screen.findByRole('alert')).textContent).toContain('读不到')
    expect(log).toHaveBeenCalledWith('读不到')
    expect(document.querySelector('.toast')).toBeNull()
  })
  it('R080 an ended session opens its dialog even behind a default', async () => {
    answering(
      () =>
        new Response(JSON.stringify({ code: 50014, message: '登录已过期', data: null }), {
          status: 401,
          headers: { 'content-type': 'application/json' },
        }),
    )
    const Tree = () => <p>{JSON.stringify(useCall(feeTree, { hid: 1 }, { fallback: emptyDefaults.tree as unknown }).data)}</p>
    await stage(<Tree />)
    await waitFor(() => expect(document.querySelector('dialog h2')?.textContent).toBe('确定登出'))
    document.querySelector('dialog')?.remove()
  })
})

describe('what is read again', () => {
  it("says so when nobody opened it: only the first reading is somebody's", async () => {
    const requests = answering(() => ok([1]))
    const List = () => {
      const client = useQueryClient()
      const again = () => void client.invalidateQueries({ queryKey: keyOf(feeList) })
      return <button onClick={again}>{JSON.stringify(useCall(feeList, { hid: 7 }).data)}</button>
    }
    await stage(<List />)
    ;(await screen.findByText('[1]')).click()
    await waitFor(() => expect(requests.map((r) => r.headers.get('X-Refetch'))).toEqual([null, '1']))
  })
})
