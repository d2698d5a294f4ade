/** A store: how to reach it, when it is open, the way there. */
import { useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import type { PhoneContacts } from '../../contract/shapes.ts'
import { calls } from '../ask.ts'
import { Answer } from '../look/Parts.tsx'
import { useAnswer } from '../look/use.ts'
import type { PageProps } from '../Phone.tsx'

export default function Contacts({ me, member }: PageProps) {
  const [hid, setHid] = useState(member.hid)
  const answered = useAnswer<PhoneContacts>(calls.contacts, { hid })
  return (
    <>
      {me.stores.length > 1 && (
        <label className="h5-field">
          <span>{t`门店`}</span>
          <select value={hid} onChange={(e) => setHid(Number(e.target.value))}>
            {me.stores.map((s) => (
              <option key={s.hid} value={s.hid}>
                {s.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <Answer of={answered}>{(contacts) => <Shown {...contacts} />}</Answer>
    </>
  )
}

function Shown({ store, people }: PhoneContacts) {
  return (
    <>
      <section className="h5-card">
        <h2>{store.name}</h2>
        {store.address && <p>{store.address}</p>}
        <p className="h5-soft">
          {store.hours.length ? t`每天 ${store.hours.map((h) => `${h.from}–${h.to}`).join('、')}` : t`营业时间请打电话问`}
        </p>
        <p className="h5-acts">
          {store.phone && (
            <a className="h5-button main" href={`tel:${store.phone}`}>
              {t`打电话 ${store.phone}`}
            </a>
          )}
          {store.address && (
            <a
              className="h5-button"
              href={`https://uri.amap.com/search?keyword=${encodeURIComponent(`${store.name} ${store.address}`)}`}
              target="_blank"
              rel="noreferrer"
            >
              {t`在地图里看`}
            </a>
          )}
        </p>
      </section>
      {people.length > 0 && (
        <ul className="h5-card h5-rows">
          {people.map((p) => (
            <li key={p.ctid} className="h5-row">
              <span className="h5-row-words">
                <b>{p.name}</b>
                {p.title && <small>{p.title}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="h5-soft">{t`在公众号里发消息，门店的人会看到并回复。`}</p>
    </>
  )
}
