/** Door of settings: components for other modules. */
import './settings.css'
import type { ReactNode } from 'react'
import { Badge, t, tr, useCall, useSearch, useWho } from '#kernel/web/index.ts'
import { settings } from '../contract/endpoints.ts'
export { MasterList } from './MasterList.tsx'
export { FromChain, KeptElsewhere } from './chain/FromChain.tsx'
export { declareList, levelList, revisitTemplates, revisitTypes, tagList } from './lists.tsx'
export { LogoField as PictureField, PHOTO } from './LogoField.tsx'
export { Phrases, type Phrased } from './Phrases.tsx'
export { OptionsForm } from './OptionsForm.tsx'

export interface SettingPart {
  key: string
  title: string
  show: () => ReactNode
}
/** Sections of a settings screen next to their names, in groups; the selected one is part of the address. */
export function Parts({ groups }: { groups: ReadonlyArray<{ title: string; parts: readonly SettingPart[] }> }) {
  const [search, setSearch] = useSearch()
  const all = groups.flatMap((g) => g.parts)
  const chosen = all.find((p) => p.key === search.tab) ?? all[0]!
  return (
    <div className="settings-split">
      <nav className="panel settings-nav" aria-label={t`设置项`}>
        {groups.map((g) => [
          groups.length > 1 && <h2 key={g.title}>{tr(g.title)}</h2>,
          ...g.parts.map((p) => (
            <button
              key={p.key}
              type="button"
              aria-current={p === chosen ? 'true' : undefined}
              onClick={() => setSearch({ tab: p === all[0] ? undefined : p.key })}
            >
              {tr(p.title)}
            </button>
          )),
        ])}
      </nav>
      <div key={chosen.key} className="settings-part">
        {chosen.show()}
      </div>
    </div>
  )
}

/** Notices of the store in force today; nothing without any. */
export function Notices() {
  const { hid } = useWho()
  const { data } = useCall(settings['settings.notices-today'], { hid }, { stale: 300_000 })
  if (!data?.length) return null
  return (
    <ul className="panel notices" aria-label={t`公告`}>
      {data.map((n) => (
        <li key={n.id}>
          {n.pinned && <Badge tone="warn">{t`置顶`}</Badge>}
          <strong>{n.name}</strong>
          <p>{n.content}</p>
        </li>
      ))}
    </ul>
  )
}
