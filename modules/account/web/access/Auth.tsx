/** Who may do what: roles, what stores are granted, the menu, and why somebody can or cannot. */
import { Segmented } from 'antd'
import { Screen, t, useSearch } from '#kernel/web/index.ts'
import { MenuEditor } from './MenuEditor.tsx'
import { RoleGrants, StoreGrants } from './Grants.tsx'
import { Simulator } from './Simulator.tsx'
import './access.css'

const notes = {
  roles: () => t`角色的权限改动后，使用该角色的账号立即生效`,
  stores: () => t`未开通的页面不在该门店的菜单里；未开通的权限，任何角色在该门店都不能使用`,
  menu: () => t`调整本机构看到的菜单名称、位置和页面上的按钮`,
  why: () => t`与服务器的判断完全一致`,
} as const
type Tab = keyof typeof notes

export default function Auth() {
  const [search, setSearch] = useSearch()
  const tab: Tab = search.tab && search.tab in notes ? (search.tab as Tab) : 'roles'
  const options = [
    { value: 'roles', label: t`角色权限` },
    { value: 'stores', label: t`门店授权` },
    { value: 'menu', label: t`菜单` },
    { value: 'why', label: t`为什么不能` },
  ]
  return (
    <Screen
      fill
      note={notes[tab]()}
      actions={
        <Segmented
          aria-label={t`内容`}
          value={tab}
          options={options}
          onChange={(v) =>
            setSearch({ tab: v === 'roles' ? undefined : v, role: undefined, store: undefined, q: undefined, page: undefined }, true)
          }
        />
      }
    >
      {tab === 'roles' ? <RoleGrants /> : tab === 'stores' ? <StoreGrants /> : tab === 'menu' ? <MenuEditor /> : <Simulator />}
    </Screen>
  )
}
