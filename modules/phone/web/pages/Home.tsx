/**
 * The first page: one thing to do, the last examination, what comes. Banners and articles of the house stand under them: the module that
 * owns them stands before this one and is shown through its web door.
 */
import { t } from '#kernel/web/i18n.ts'
import type { PhoneHome } from '../../contract/shapes.ts'
import { calls } from '../ask.ts'
import { Curve } from '../look/Curve.tsx'
import { Answer, Row, To } from '../look/Parts.tsx'
import { useAnswer } from '../look/use.ts'
import { dayWords, daysTo, growthWords, momentWords } from '../look/words.ts'
import { stateWords } from '../look/states.ts'
import type { PageProps } from '../Phone.tsx'

export default function Home({ member }: PageProps) {
  const answered = useAnswer<PhoneHome>(calls.home, { pid: member.pid })
  return (
    <Answer of={answered}>
      {(home) => (
        <>
          <Task {...home} />
          {home.report && <Growth {...home.report} />}
          <Around {...home} />
        </>
      )}
    </Answer>
  )
}

interface Act {
  readonly headline: string
  readonly note?: string | undefined
  readonly path: string
  readonly label: string
}
function actOf({ task, line, visits, orders, store }: PhoneHome): Act {
  const next = visits[0]
  if (task.kind === 'line' && line)
    return {
      headline: line.state === 'called' ? t`${line.ticketNo} 号，叫到您了` : t`${line.ticketNo} 号，前面还有 ${line.ahead} 位`,
      note: [line.roomName, line.storeName].filter(Boolean).join(' · '),
      path: '/h5/visits',
      label: t`看我的号`,
    }
  if (task.kind === 'collect')
    return {
      headline: t`做好了，等您来取`,
      note: [task.what, orders.find((o) => o.state === 'ready')?.storeName].filter(Boolean).join(' · '),
      path: '/h5/orders',
      label: t`看订单`,
    }
  if (task.kind === 'pay') return { headline: t`有一张订单等您付款`, note: task.what ?? undefined, path: '/h5/orders', label: t`看订单` }
  if (task.kind === 'visit' && next)
    return {
      headline: t`${momentWords(next.visitAt)} 来就诊`,
      note: [next.doctorName, next.storeName].filter(Boolean).join(' · '),
      path: '/h5/visits',
      label: t`看预约`,
    }
  if (task.kind === 'recheck' && task.on)
    return {
      headline: daysTo(task.on) < 0 ? t`该复查了，原定 ${dayWords(task.on)}` : t`${dayWords(task.on)} 前来复查`,
      note: store.name,
      path: '/h5/book',
      label: t`约时间`,
    }
  return { headline: t`现在没有要做的事`, path: '/h5/book', label: t`约时间` }
}
function Task(home: PhoneHome) {
  const { headline, note, path, label } = actOf(home)
  return (
    <section className="h5-card first" aria-label={t`现在要做的一件事`}>
      <small>{t`现在要做的一件事`}</small>
      <h2>{headline}</h2>
      {note && <p className="h5-soft">{note}</p>}
      <To path={path} className="h5-button main">
        {label}
      </To>
    </section>
  )
}

function Growth({ day, signedBy, growth, al, band }: NonNullable<PhoneHome['report']>) {
  const words = growth && growthWords(growth)
  return (
    <section className="h5-card" aria-label={t`上次检查`}>
      <p className="h5-line">
        <small>{signedBy ? t`上次检查 ${(day ?? '').slice(5)}，${signedBy}已签` : t`上次检查 ${(day ?? '').slice(5)}`}</small>
        <To path="/h5/report">{t`看报告`}</To>
      </p>
      {words && <h2>{words.headline}</h2>}
      <Curve al={al} band={band} />
    </section>
  )
}

function Around({ visits, orders, coupons, couponEnds }: PhoneHome) {
  const [next, order] = [visits[0], orders[0]]
  if (!next && !order && !coupons) return null
  return (
    <ul className="h5-card h5-rows">
      {next && (
        <Row
          path="/h5/visits"
          title={momentWords(next.visitAt)}
          note={[next.doctorName, next.changeUntil && t`${momentWords(next.changeUntil)} 前可自己改`].filter(Boolean).join(' · ')}
        />
      )}
      {order && (
        <Row
          path="/h5/orders"
          title={order.what}
          note={[stateWords(order.state), order.promisedOn && t`约定 ${dayWords(order.promisedOn)} 取`].filter(Boolean).join(' · ')}
        />
      )}
      {coupons > 0 && (
        <Row path="/h5/wallet" title={t`${coupons} 张券可用`} note={couponEnds && t`最早一张还有 ${daysTo(couponEnds)} 天到期`} />
      )}
    </ul>
  )
}
