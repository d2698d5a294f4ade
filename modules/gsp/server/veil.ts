/** What who only looks on is told of members: enough to see that there is somebody, and to ask the clinic for them. */
import { maskName, maskPhone } from '#kernel/contract/index.ts'
import { may, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import type { LotTrace } from '#modules/lens-orders/contract/receive/lots.ts'

type Asking = Pick<Cx, 'who'>
/** Who neither keeps the registers nor recalls. */
const looksOn = (cx: Asking): boolean => !may(cx, 'gsp:edit') && !may(cx, 'gsp:recall')

/** A name in SQL, in part for who only looks on: as `maskName` writes it. */
export const nameFor = (cx: Asking, name: Sql): Sql =>
  looksOn(cx)
    ? sql`
      case when length(${name}) > 2 then left(${name}, 1) || repeat('*', length(${name}) - 2) || right(${name}, 1)
        when length(${name}) = 2 then left(${name}, 1) || '*'
        else ${name}
      end
    `
    : name
/** A trace as the account may see it. */
export const traceFor = (cx: Asking, trace: LotTrace): LotTrace =>
  looksOn(cx)
    ? {
        ...trace,
        holders: trace.holders.map((h) => ({
          ...h,
          patientName: h.patientName && maskName(h.patientName),
          mobile: h.mobile && maskPhone(h.mobile),
        })),
      }
    : trace
