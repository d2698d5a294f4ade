/** The first page: one thing to do, the last examination, what comes; banners, campaigns and articles of the house under them. */
import { t } from '#kernel/web/i18n.ts'
import type { PhoneHome } from '../../contract/shapes.ts'
import { calls } from '../ask.ts'
import { Curve } from '../look/Curve.tsx'
import { Answer, Mark, Row, To } from '../look/Parts.tsx'
import { Shelf } from '../look/Shelf.tsx'
import { useAnswer } from '../look/use.ts'
import { dayWords, daysTo, growthWords, momentWords, weekday } from '../look/words.ts'
import { reasonWords, stateWords } from '../look/states.ts'
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
          <Shelf {...home.shelf} />
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
          mark={<Day moment={next.visitAt} />}
          title={`${reasonWords(next.type)} ${next.visitAt.slice(11, 16)}`}
          note={[next.doctorName, next.changeUntil && t`${momentWords(next.changeUntil)} 前可自己改`].filter(Boolean).join(' · ')}
        />
      )}
      {order && <Order {...order} />}
      {coupons > 0 && (
        <Row
          path="/h5/wallet"
          mark={<Mark name="coupon" />}
          title={t`${coupons} 张券可用`}
          note={
            couponEnds && <span className={daysTo(couponEnds) <= SOON ? 'h5-soon' : undefined}>{t`还有 ${daysTo(couponEnds)} 天到期`}</span>
          }
        />
      )}
    </ul>
  )
}
const SOON = 14
/** A leaf of the calendar. */
const Day = ({ moment }: { moment: string }) => (
  <span className="h5-day">
    <small>{t`${Number(moment.slice(5, 7))} 月`}</small>
    <b>{Number(moment.slice(8, 10))}</b>
    <small>{weekday(moment.slice(0, 10))}</small>
  </span>
)
/** An order: what happens now, and how far it is. */
function Order({ what, state, stages, promisedOn }: PhoneHome['orders'][number]) {
  const done = stages.filter((s) => s.at !== null || s.isNow).length
  return (
    <Row
      path="/h5/orders"
      mark={<Mark name="order" />}
      title={`${what} · ${stateWords(state)}`}
      note={
        <>
          <span className="h5-steps" aria-hidden>
            {stages.map(({ stage }, i) => (
              <i key={stage} className={i < done ? 'done' : undefined} />
            ))}
          </span>
          {promisedOn && t`约定 ${dayWords(promisedOn)} 取`}
        </>
      }
    />
  )
}
