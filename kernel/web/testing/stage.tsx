/** A stage for widget tests: router, query cache, account, and a server made of a table. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { WhoContext, type SignedIn } from '../access.tsx'
import { parseSearch, ScreenContext, stringifySearch } from '../nav.tsx'

export const doctor: SignedIn = {
  uid: 7,
  name: 'Chen',
  ctid: 7,
  oid: 1,
  hid: 1,
  role: 'doctor',
  roles: ['doctor'],
  rolesName: 'Doctor',
  account: 'doc',
  mobile: null,
  company: 'Mingmou',
  logo: null,
  hospitalName: 'Chaoyang',
  printHead: null,
  includeOrgName: false,
  printFoot: null,
  orderMethod: 1,
  mingmouExpireDate: null,
  openId: null,
  stores: [{ hid: 1, name: 'Chaoyang' }],
  permissions: ['patient:view'],
  menuList: [],
  stars: [],
  draftKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
}

/**
 * Renders under a path with everything a screen has around it; answers the router. An answer is asked for anew unless `fresh` milliseconds
 * say otherwise.
 */
export async function stage(
  children: ReactNode,
  { at: address = '/patients/list', who = doctor, fresh = 0 }: { at?: string; who?: SignedIn; fresh?: number } = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: fresh } } })
  const path = address.split('?')[0]!
  const root = createRootRoute({
    component: () => (
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <QueryClientProvider client={client}>
          <WhoContext value={who}>
            <ScreenContext value={{ path, entry: { title: 'Members', can: 'session' } }}>{children}</ScreenContext>
          </WhoContext>
        </QueryClientProvider>
      </ConfigProvider>
    ),
    notFoundComponent: () => null,
  })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  render(<RouterProvider router={router} />)
  return router
}

export interface RecordedCall {
  method: string
  url: URL
  headers: Headers
  body: unknown
}
/** Answers every request from a function; a number is an HTTP status with that body. Tells what was asked. */
export function answering(answer: (asked: RecordedCall) => unknown): RecordedCall[] {
  const requests: RecordedCall[] = []
  globalThis.fetch = (input: RequestInfo | URL, init: RequestInit = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url: new URL(String(input)),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
    }
    requests.push(request)
    const result = answer(request)
    if (result instanceof Error) return Promise.reject(result)
    if (result instanceof Response) return Promise.resolve(result)
    return Promise.resolve(new Response(JSON.stringify(result), { headers: { 'content-type': 'application/json' } }))
  }
  return requests
}
export const ok = (data: unknown) => ({ code: 200, message: 'done', data })
