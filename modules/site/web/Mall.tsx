/** Goods with prices, for visitors. The selection is part of the address. */
import { useEffect, useRef, useState } from 'react'
import { showMoney } from '#kernel/contract/format.ts'
import { call } from '#kernel/web/calls/api.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { useSearch } from '#kernel/web/nav.tsx'
import { toast } from '#kernel/web/notice.ts'
import { useCall, useSend } from '#kernel/web/calls/query.ts'
import { token } from '#kernel/web/session.ts'
import { unless } from '#kernel/web/screen/unless.ts'
import { Site } from './Site.tsx'

// Calls and categories are declared here, because the page loads no contract.
const mall = { method: 'GET', path: '/v1/{product}/mall' } as const
const state = { method: 'GET', path: '/v1/{product}/mall/state' } as const
const openMall = { method: 'PUT', path: '/v1/{product}/mall/state' } as const
const categories = {
  1: '镜架',
  3: '镜片',
  4: '隐形眼镜',
  5: '护理液',
  6: '太阳镜',
  8: '老花镜',
  10: '角膜塑形镜',
  2: '配件',
  9: '视光服务',
} as const
/** Contact lenses are class III devices: they are fitted, not shipped (医疗器械监督管理条例, 2021). */
const FITTED: ReadonlySet<number> = new Set([4, 10])
const PAGE = 24

interface Goods {
  productId: number
  category: number
  brand: string | null
  name: string
  spec: string | null
  colour: string | null
  unit: string
  price: number
  deviceClass: number
}
interface Answer {
  hid: number | null
  stores: Array<{ hid: number; name: string; address: string | null; phone: string | null }>
  list: Goods[]
  total: number
}

export default function Mall() {
  const [search, change] = useSearch()
  const page = Math.max(1, Number(search.page) || 1)
  const shelf = useCall(
    mall,
    { hid: search.hid, category: search.category, text: search.text, page, per_page: PAGE },
    { keep: true, logged: true },
  )
  const answer = shelf.data as Answer | undefined
  const store = answer?.stores.find((s) => s.hid === answer.hid)
  return (
    <Site title={t`视光商城`}>
      <section className="plain mall-head">
        <h1>{t`视光商城`}</h1>
        <p className="lead">
          {store ? [store.name, store.address, store.phone].filter(Boolean).join(' · ') : t`门店在这里展示商品和零售价，看好了到店选。`}
        </p>
        {token() && <OwnStore />}
      </section>
      <div className="mall-bar" role="search">
        <Find text={search.text ?? ''} find={(text) => change({ text, page: undefined })} />
        {answer && answer.stores.length > 1 && (
          <select aria-label={t`门店`} value={answer.hid ?? ''} onChange={(e) => change({ hid: e.target.value, page: undefined })}>
            {answer.stores.map((s) => (
              <option key={s.hid} value={s.hid}>
                {s.name}
              </option>
            ))}
          </select>
        )}
        <Categories chosen={search.category} choose={(category) => change({ category, page: undefined })} />
      </div>
      {shelf.error ? (
        <p className="mall-none" role="alert">
          {shelf.error.message} <button type="button" className="link" onClick={() => void shelf.refetch()}>{t`再试一次`}</button>
        </p>
      ) : (
        <Shelf answer={answer} />
      )}
      <Pages page={page} pages={Math.ceil((answer?.total ?? 0) / PAGE)} go={(to) => change({ page: to }, true)} />
    </Site>
  )
}

function Categories({ chosen, choose }: { chosen: string | undefined; choose: (category: string | undefined) => void }) {
  return (
    <div className="chips">
      <button type="button" aria-pressed={!chosen} onClick={() => choose(undefined)}>{t`全部`}</button>
      {Object.entries(categories).map(([key, label]) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => choose(key)}>
          {tr(label)}
        </button>
      ))}
    </div>
  )
}

/** The goods, or why none are shown. */
function Shelf({ answer }: { answer: Answer | undefined }) {
  if (!answer) return <p className="mall-none" role="status">{t`正在读取…`}</p>
  if (!answer.stores.length) return <p className="mall-none">{t`还没有门店展示商品。`}</p>
  if (!answer.list.length) return <p className="mall-none">{t`没有符合条件的商品`}</p>
  return (
    <ul className="goods">
      {answer.list.map((g) => (
        <Card key={g.productId} goods={g} />
      ))}
    </ul>
  )
}

const Pages = ({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) =>
  pages > 1 && (
    <nav className="mall-pages" aria-label={t`翻页`}>
      <button type="button" className="btn" {...unless(page <= 1 && t`已是第一页`, () => go(page - 1))}>{t`上一页`}</button>
      <span className="num">
        {page} / {pages}
      </span>
      <button type="button" className="btn" {...unless(page >= pages && t`已是最后一页`, () => go(page + 1))}>{t`下一页`}</button>
    </nav>
  )

const Card = ({ goods: g }: { goods: Goods }) => (
  <li>
    <small>
      {tr(categories[g.category as keyof typeof categories] ?? '')}
      {g.brand && ` · ${g.brand}`}
    </small>
    <h2>{g.name}</h2>
    {(g.spec || g.colour) && <p className="soft">{[g.spec, g.colour].filter(Boolean).join(' · ')}</p>}
    <p className="goods-price">
      <b className="num">{showMoney(g.price)}</b> <span className="soft">/ {tr(g.unit)}</span>
    </p>
    {FITTED.has(g.category) && <p className="fitted">{t`须到店检查验配`}</p>}
  </li>
)

/** Searches a moment after the last key. */
function Find({ text, find }: { text: string; find: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => latest.current(typed), 300)
    return () => clearTimeout(timer)
  }, [typed, text])
  return (
    <input
      type="search"
      aria-label={t`搜索商品`}
      placeholder={t`名称、品牌或拼音`}
      maxLength={40}
      value={typed}
      onChange={(e) => setTyped(e.target.value)}
    />
  )
}

/** For accounts with the permission: shows or hides their store's goods. */
function OwnStore() {
  const [mayEdit, setMay] = useState<boolean>()
  useEffect(() => {
    call(state, {}, { quiet: true }).then(
      (answer) => setMay((answer as { open: boolean }).open),
      () => setMay(undefined),
    )
  }, [])
  const send = useSend(openMall, {
    invalidates: [mall],
    onSuccess: (answer) => {
      const { open } = answer as { open: boolean }
      setMay(open)
      toast(open ? t`本店商品已对外展示` : t`本店商品不再对外展示`, 'ok')
    },
  })
  if (mayEdit === undefined) return null
  return (
    <p className="own">
      <span>{mayEdit ? t`您的门店正在展示商品，访客看得到名称和零售价。` : t`您的门店还没有展示商品。`}</span>{' '}
      <button type="button" className="btn small" disabled={send.isPending} onClick={() => send.mutate({ open: !mayEdit })}>
        {mayEdit ? t`不再展示` : t`展示本店商品`}
      </button>
    </p>
  )
}
