import { showMoney } from '#kernel/contract/format.ts'
import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'
import { provideIn, provideSearch } from '#kernel/web/registry.ts'
import { inBooking } from '#modules/reservations/contract/slots.ts'

// Declared here so that the shell does not load the contracts of the whole module.
const bills = { method: 'GET', path: '/{product}/fee-bills' } as const

/** Finds a fee bill by its number. */
provideSearch(async (text, signal) => {
  const number = text.trim().toUpperCase()
  if (!/^SF\d{6,8}/.test(number)) return []
  const { list } = (await call(bills, { search: number, per_page: 5 }, { signal, quiet: true })) as {
    list: Array<{ fbid: number; billNo: string; patientName: string; billPrice: number }>
  }
  return list.map((b) => ({
    group: t`收费单`,
    title: b.billNo,
    note: `${b.patientName}  ${showMoney(b.billPrice)}`,
    path: `/medical/fee-edit/${b.fbid}`,
  }))
})

provideIn(inBooking, () => import('./prices/BookingPrices.tsx'))
