/** Orders: the day first, then who has it now. */
import { t } from '#kernel/web/i18n.ts'
import type { PhoneOrder } from '../../contract/shapes.ts'
import { calls } from '../ask.ts'
import { Answer, Empty, To } from '../look/Parts.tsx'
import { stageWords, stateWords } from '../look/states.ts'
import { useAnswer } from '../look/use.ts'
import { dayWords, daysTo, yuan } from '../look/words.ts'
import type { PageProps } from '../Phone.tsx'

export default function Orders({ member }: PageProps) {
  const answered = useAnswer<PhoneOrder[]>(calls.orders, { pid: member.pid })
  return (
    <Answer of={answered}>
      {(orders) =>
        orders.length ? orders.map((order) => <Order key={`${order.kind} ${order.id}`} order={order} />) : <Empty>{t`还没有订单。`}</Empty>
      }
    </Answer>
  )
}

function headlineOf({ state, promisedOn, isLate }: PhoneOrder): { small: string; big: string } {
  if (state === 'ready') return { small: stateWords(state), big: t`做好了，可以来取` }
  if (state !== 'making' || promisedOn === null) return { small: t`进度`, big: stateWords(state) }
  if (isLate) return { small: t`比约定的晚了`, big: t`原定 ${dayWords(promisedOn)}，我们会联系您` }
  const days = daysTo(promisedOn)
  return { small: days > 0 ? t`还有 ${days} 天` : t`今天`, big: t`${dayWords(promisedOn)} 来取` }
}
function Order({ order }: { order: PhoneOrder }) {
  const { small, big } = headlineOf(order)
  const isOpen = order.state !== 'collected' && order.state !== 'cancelled'
  return (
    <section className={`h5-card${isOpen ? ' first' : ''}`} aria-label={order.orderNo}>
      <p className="h5-line">
        <small className={order.isLate ? 'h5-late' : undefined}>{small}</small>
        <small>{order.orderNo}</small>
      </p>
      <h2>{big}</h2>
      <p className="h5-soft">{[order.what, order.total ? yuan(order.total) : null, order.storeName].filter(Boolean).join(' · ')}</p>
      {isOpen && order.state !== 'stopped' && (
        <ol className="h5-stages">
          {order.stages.map((stage) => (
            <li
              key={stage.stage}
              className={stage.isNow ? 'now' : stage.at ? 'done' : undefined}
              aria-current={stage.isNow ? 'step' : undefined}
            >
              <span>{stageWords(stage.stage)}</span>
              <small>{stage.isNow ? t`现在` : stage.at ? stage.at.slice(5, 10) : ''}</small>
            </li>
          ))}
        </ol>
      )}
      {isOpen && (
        <p className="h5-acts">
          {order.storePhone && (
            <a className="h5-button" href={`tel:${order.storePhone}`}>
              {t`问门店`}
            </a>
          )}
          <To path="/h5/contacts" className="h5-button">{t`怎么去`}</To>
        </p>
      )}
    </section>
  )
}
