import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Badge, Panel, Until, confirm, t, toast, tr, useCall, useSearch, useSend } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import type { AccountRole } from '../../contract/shapes.access.ts'
import { Boxes } from './Boxes.tsx'
import { learnLabels } from './Tree.tsx'

/** Roles of the organisation and their permissions. */
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

interface RoleListProps {
  roles: readonly AccountRole[]
  chosen: AccountRole | undefined
  choose: (roleId: number) => void
}
function RoleList({ roles, chosen, choose }: RoleListProps) {
  const acts = useRoleActs(choose)
  return (
    <Panel title={t`角色`} actions={<Button size="small" icon={<Plus size={13} />} onClick={() => void acts.create()}>{t`新建`}</Button>}>
      <div className="auth-list">
        {roles.map((role) => (
          <div key={role.roleId} style={{ display: 'flex' }}>
            <button type="button" className="auth-role" aria-current={role.roleId === chosen?.roleId} onClick={() => choose(role.roleId)}>
              {tr(role.name)} {role.builtIn ? role.custom && <Badge tone="info">{t`已调整`}</Badge> : <Badge>{t`自建`}</Badge>}
              <small>{role.accounts ? t`${role.accounts} 人` : ''}</small>
            </button>
            <Dropdown menu={{ items: menuOf(role, acts) }} trigger={['click']}>
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

/** Actions on roles, each with a confirmation. */
function useRoleActs(choose: (roleId: number) => void) {
  const lists = { invalidates: [account['roles.list']] }
  const save = useSend(account['roles.save'], { ...lists, onSuccess: (role) => (toast(t`角色已保存`, 'ok'), choose(role.roleId)) })
  const remove = useSend(account['roles.delete'], { ...lists, onSuccess: () => toast(t`角色已删除`, 'ok') })
  const reset = useSend(account['roles.reset'], { ...lists, onSuccess: () => toast(t`已恢复默认权限`, 'ok') })
  const saveNamed = async (message: string, what: { roleId?: number; copyOf?: number }) => {
    const name = await confirm({ title: t`角色名称`, message, reason: { label: t`角色名称`, required: true } })
    if (typeof name === 'string') save.mutate({ name, ...what })
  }
  return {
    create: () => saveNamed(t`新角色没有任何权限；要从已有角色开始，请用“复制为新角色”`, {}),
    copy: (role: AccountRole) => saveNamed(t`新角色拥有与“${tr(role.name)}”相同的权限`, { copyOf: role.roleId }),
    rename: (role: AccountRole) => saveNamed(t`“${tr(role.name)}”改名为`, { roleId: role.roleId }),
    reset: async (role: AccountRole) => {
      if ((await confirm(t`“${tr(role.name)}”的权限改回系统默认，确定吗？`)) !== false) reset.mutate({ id: role.roleId })
    },
    remove: async (role: AccountRole) => {
      if ((await confirm({ message: t`删除角色“${role.name}”？`, danger: true })) !== false) remove.mutate({ id: role.roleId })
    },
  }
}

type Items = NonNullable<MenuProps['items']>
/** Default roles can be renamed and reset but not deleted; the chain role keeps its name. */
const menuOf = (role: AccountRole, acts: ReturnType<typeof useRoleActs>): Items => {
  const removal = {
    key: 'delete',
    danger: true,
    disabled: role.accounts > 0,
    label: role.accounts > 0 ? t`有账号使用，不能删除` : t`删除角色`,
    onClick: () => void acts.remove(role),
  }
  return [
    { key: 'copy', label: t`复制为新角色`, onClick: () => void acts.copy(role) },
    ...(role.code === 'chain' ? [] : [{ key: 'name', label: t`改名`, onClick: () => void acts.rename(role) }]),
    ...(role.builtIn && role.custom ? [{ key: 'reset', label: t`恢复默认权限`, onClick: () => void acts.reset(role) }] : []),
    ...(role.builtIn ? [] : [removal]),
  ]
}
