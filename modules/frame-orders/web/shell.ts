import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'
import { provideSearch } from '#kernel/web/registry.ts'

// Written by hand, so that the shell does not load the contracts of the whole module.
const byNumber = { method: 'GET', path: '/frame/number/{orderNo}' } as const

/** The number of a frame order, typed or scanned from its job ticket, opens it. */
provideSearch(async (text, signal) => {
  const orderNo = text.trim().toUpperCase()
  if (!/^PJ\d{10,}$/.test(orderNo)) return []
  const order = (await call(byNumber, { orderNo }, { signal, quiet: true })) as { recordFrameId: number; orderNo: string }
  return [{ group: t`配镜单`, title: order.orderNo, path: `/process/edit/${order.recordFrameId}` }]
})
