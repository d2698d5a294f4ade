/** Permissions of a role or grants of a store as a tree of checkboxes, saved together. */
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Panel, t, toast, tr, useSend, Act } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import { matching, SearchBox, Tree, type Sections } from './Tree.tsx'

/** Unsaved checkboxes over the saved ones. */
function useBoxes(saved: ReadonlySet<string>) {
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const held = useMemo(
    () =>
      new Set([...[...saved].filter((code) => changes.get(code) !== false), ...[...changes].filter(([, on]) => on).map(([code]) => code)]),
    [saved, changes],
  )
  const toggle = (codes: readonly string[], on: boolean) =>
    setChanges((now) => new Map([...now, ...codes.map((code) => [code, on] as const)].filter(([code, to]) => saved.has(code) !== to)))
  return {
    held,
    toggle,
    added: [...held].filter((code) => !saved.has(code)),
    taken: [...saved].filter((code) => !held.has(code)),
    clear: () => setChanges(new Map()),
  }
}

interface BoxesProps {
  title: string
  note: string | undefined
  sections: Sections
  saved: ReadonlySet<string>
  target: { roleId: number } | { hid: number }
  /** Paths of the screens a store has. */
  screens?: ReadonlySet<string>
  locked?: string | undefined
  preview?: boolean
}
const NONE: ReadonlySet<string> = new Set()
export function Boxes({ title, note, sections, saved, target, screens, locked, preview }: BoxesProps) {
  const [words, setWords] = useState('')
  const { held, toggle, added, taken, clear } = useBoxes(saved)
  const pages = useBoxes(screens ?? NONE)
  const stale = { invalidates: [account['roles.list'], account['menu.tree'], account['access.simulate']] }
  const grant = useSend(account['auth.element.grant'], stale)
  const revoke = useSend(account['auth.element.revoke'], stale)
  const offer = useSend(account['auth.menu.grant'], stale)
  const more = added.length + pages.added.length
  const less = taken.length + pages.taken.length
  const clearAll = () => (clear(), pages.clear())
  const save = async () => {
    if (added.length) await grant.mutateAsync({ ...target, codes: added })
    if (taken.length) await revoke.mutateAsync({ ...target, codes: taken })
    // A store has exactly the listed screens.
    if ('hid' in target && pages.added.length + pages.taken.length)
      await offer.mutateAsync({
        hid: target.hid,
        ids: sections
          .flatMap((s) => s.children)
          .filter((n) => n.path && pages.held.has(n.path))
          .map((n) => n.id),
      })
    clearAll()
    toast(t`权限已保存，立即生效`, 'ok')
  }
  const busy = grant.isPending || revoke.isPending || offer.isPending
  return (
    <>
      <Panel title={title} note={note}>
        <div className="auth-bar">
          <SearchBox value={words} onChange={setWords} />
          {locked && <span className="screen-note">{locked}</span>}
          <span className="screen-actions">
            {more + less > 0 && <span className="screen-note">{t`新增 ${more} 项，收回 ${less} 项`}</span>}
            {more + less > 0 && <Button onClick={clearAll} disabled={busy}>{t`撤销`}</Button>}
            <Act
              type="primary"
              unless={more + less === 0 && t`没有要保存的修改`}
              loading={busy}
              onClick={() => void save().catch(() => undefined)}
            >{t`保存权限`}</Act>
          </span>
        </div>
        <Tree
          sections={matching(sections, words)}
          {...{ held, saved, toggle }}
          screens={screens && { held: pages.held, saved: screens, toggle: pages.toggle }}
          disabled={locked !== undefined || busy}
        />
      </Panel>
      {preview && <Preview sections={sections} held={held} screens={screens && pages.held} />}
    </>
  )
}

/** The menu that these permissions yield, including unsaved changes. For a store: with everything granted. */
function Preview({ sections, held, screens }: { sections: Sections; held: ReadonlySet<string>; screens: ReadonlySet<string> | undefined }) {
  const visible = sections
    .map((s) => ({
      ...s,
      children: s.children.filter(
        (n) => !n.hidden && n.path && (!screens || screens.has(n.path)) && (n.can === 'session' || held.has(n.can)),
      ),
    }))
    .filter((s) => s.children.length)
  const title = screens ? t`此门店的菜单` : t`以此角色预览菜单`
  return (
    <Panel title={title} note={t`${visible.reduce((n, s) => n + s.children.length, 0)} 个页面`}>
      <nav className="auth-preview" tabIndex={0} aria-label={title}>
        {visible.map((s) => (
          <div key={s.section}>
            <h4>{tr(s.title)}</h4>
            <ul>
              {s.children.map((n) => (
                <li key={n.id}>{tr(n.title)}</li>
              ))}
            </ul>
          </div>
        ))}
        {!visible.length && <p className="screen-note">{t`没有任何页面`}</p>}
      </nav>
    </Panel>
  )
}
