/** What a role holds and what a store was granted: the same tree, changed in boxes, saved at once. */
import { Button, Dropdown, Select } from 'antd'
import { Ellipsis, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Badge, Panel, Until, confirm, t, toast, tr, useCall, useSearch, useSend, useWho } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import type { Role } from '../../contract/shapes.access.ts'
import { learnLabels, matching, SearchBox, Tree, type Sections } from './Tree.tsx'

/** Boxes ticked over what is saved. */
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
function Boxes({ title, note, sections, saved, target, screens, locked, preview }: BoxesProps) {
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
    // A store has exactly the screens named.
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
            <Button
              type="primary"
              disabled={more + less === 0}
              loading={busy}
              onClick={() => void save().catch(() => undefined)}
            >{t`保存权限`}</Button>
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

/** The menu as somebody with these permissions sees it (in a store: whoever holds all it was granted), unsaved boxes included. */
function Preview({ sections, held, screens }: { sections: Sections; held: ReadonlySet<string>; screens: ReadonlySet<string> | undefined }) {
  const shown = sections
    .map((s) => ({
      ...s,
      children: s.children.filter(
        (n) => !n.hidden && n.path && (!screens || screens.has(n.path)) && (n.can === 'session' || held.has(n.can)),
      ),
    }))
    .filter((s) => s.children.length)
  const title = screens ? t`此门店的菜单` : t`以此角色预览菜单`
  return (
    <Panel title={title} note={t`${shown.reduce((n, s) => n + s.children.length, 0)} 个页面`}>
      <nav className="auth-preview" tabIndex={0} aria-label={title}>
        {shown.map((s) => (
          <div key={s.section}>
            <h4>{tr(s.title)}</h4>
            <ul>
              {s.children.map((n) => (
                <li key={n.id}>{tr(n.title)}</li>
              ))}
            </ul>
          </div>
        ))}
        {!shown.length && <p className="screen-note">{t`没有任何页面`}</p>}
      </nav>
    </Panel>
  )
}

export function RoleGrants() {
  const roles = useCall(account['roles.list'], {})
  const tree = useCall(account['menu.tree'], {})
  const [search, setSearch] = useSearch()
  const chosen =
    roles.data?.find((r) => String(r.roleId) === search.role) ?? roles.data?.find((r) => r.code === 'manager') ?? roles.data?.[0]
  const sections = useMemo(() => (learnLabels(tree.data ?? []), tree.data ?? []), [tree.data])
  return (
    <Until of={[roles, tree]}>
      <div className="auth">
        <RoleList roles={roles.data ?? []} chosen={chosen} choose={(roleId) => setSearch({ role: roleId }, true)} />
        {chosen && (
          <Boxes
            key={chosen.roleId}
            title={tr(chosen.name)}
            note={t`${chosen.codes.length} 项权限，${chosen.accounts} 个账号使用`}
            sections={sections}
            saved={new Set(chosen.codes)}
            target={{ roleId: chosen.roleId }}
            preview
            locked={chosen.code === 'chain' ? t`连锁管理员始终拥有全部管理权限` : undefined}
          />
        )}
      </div>
    </Until>
  )
}

function RoleList({ roles, chosen, choose }: { roles: readonly Role[]; chosen: Role | undefined; choose: (roleId: number) => void }) {
  const lists = { invalidates: [account['roles.list']] }
  const save = useSend(account['roles.save'], { ...lists, onSuccess: (role) => (toast(t`角色已保存`, 'ok'), choose(role.roleId)) })
  const remove = useSend(account['roles.delete'], { ...lists, onSuccess: () => toast(t`角色已删除`, 'ok') })
  const reset = useSend(account['roles.reset'], { ...lists, onSuccess: () => toast(t`已恢复默认权限`, 'ok') })
  const named = async (message: string, then: (name: string) => void) => {
    const name = await confirm({ title: t`角色名称`, message, reason: { label: t`角色名称`, required: true } })
    if (typeof name === 'string') then(name)
  }
  const menu = (role: Role) => ({
    items: [
      {
        key: 'copy',
        label: t`复制为新角色`,
        onClick: () => void named(t`新角色拥有与“${tr(role.name)}”相同的权限`, (name) => save.mutate({ name, copyOf: role.roleId })),
      },
      ...(role.code === 'chain'
        ? []
        : [
            {
              key: 'name',
              label: t`改名`,
              onClick: () => void named(t`“${tr(role.name)}”改名为`, (name) => save.mutate({ roleId: role.roleId, name })),
            },
          ]),
      ...(role.builtIn && role.custom
        ? [
            {
              key: 'reset',
              label: t`恢复默认权限`,
              onClick: () =>
                void confirm(t`“${tr(role.name)}”的权限改回系统默认，确定吗？`).then(
                  (yes) => yes !== false && reset.mutate({ id: role.roleId }),
                ),
            },
          ]
        : []),
      ...(role.builtIn
        ? []
        : [
            {
              key: 'delete',
              danger: true,
              disabled: role.accounts > 0,
              label: role.accounts > 0 ? t`有账号使用，不能删除` : t`删除角色`,
              onClick: () =>
                void confirm({ message: t`删除角色“${role.name}”？`, danger: true }).then(
                  (yes) => yes !== false && remove.mutate({ id: role.roleId }),
                ),
            },
          ]),
    ],
  })
  return (
    <Panel
      title={t`角色`}
      actions={
        <Button
          size="small"
          icon={<Plus size={13} />}
          onClick={() => void named(t`新角色没有任何权限；要从已有角色开始，请用“复制为新角色”`, (name) => save.mutate({ name }))}
        >{t`新建`}</Button>
      }
    >
      <div className="auth-list">
        {roles.map((role) => (
          <div key={role.roleId} style={{ display: 'flex' }}>
            <button type="button" className="auth-role" aria-current={role.roleId === chosen?.roleId} onClick={() => choose(role.roleId)}>
              {tr(role.name)} {role.builtIn ? role.custom && <Badge tone="info">{t`已调整`}</Badge> : <Badge>{t`自建`}</Badge>}
              <small>{role.accounts ? t`${role.accounts} 人` : ''}</small>
            </button>
            <Dropdown menu={menu(role)} trigger={['click']}>
              <button type="button" className="icon-btn" aria-label={t`${tr(role.name)} 的更多操作`}>
                <Ellipsis size={15} />
              </button>
            </Dropdown>
          </div>
        ))}
      </div>
    </Panel>
  )
}

export function StoreGrants() {
  const who = useWho()
  const [search, setSearch] = useSearch()
  const hid = who.stores.find((s) => String(s.hid) === search.store)?.hid ?? who.hid
  const tree = useCall(account['menu.tree'], { hid })
  const sections = useMemo(() => (learnLabels(tree.data ?? []), tree.data ?? []), [tree.data])
  const elements = sections.flatMap((s) => s.children).flatMap((n) => n.elements)
  const granted = new Set(elements.filter((e) => e.granted).map((e) => e.code))
  const pages = sections.flatMap((s) => s.children).filter((n) => n.path !== null)
  const offered = new Set(pages.filter((n) => n.offered).map((n) => n.path!))
  return (
    <>
      <Select
        aria-label={t`门店`}
        style={{ width: 260 }}
        value={hid}
        showSearch={{ optionFilterProp: 'label' }}
        options={who.stores.map((s) => ({ value: s.hid, label: s.name }))}
        onChange={(to) => setSearch({ store: to }, true)}
      />
      <Until of={tree}>
        <div className="auth two">
          <Boxes
            key={hid}
            title={who.stores.find((s) => s.hid === hid)?.name ?? ''}
            note={t`已开通 ${offered.size} / ${pages.length} 个页面，${granted.size} / ${elements.length} 项权限`}
            sections={sections}
            saved={granted}
            screens={offered}
            target={{ hid }}
            preview
          />
        </div>
      </Until>
    </>
  )
}
