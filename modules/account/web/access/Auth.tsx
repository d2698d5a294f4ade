/** Access control: roles, store grants, the menu, and explanations. */
import { Screen, t, tr, useTabs } from '#kernel/web/index.ts'
import { RoleGrants } from './RoleGrants.tsx'
import { StoreGrants } from './StoreGrants.tsx'
import { MenuEditor } from './MenuEditor.tsx'
import { Simulator } from './Simulator.tsx'
import './access.css'

const tabs = {
  roles: { label: '角色权限', note: () => t`角色的权限改动后，使用该角色的账号立即生效`, Shows: RoleGrants },
  stores: {
    label: '门店授权',
    note: () => t`未开通的页面不在该门店的菜单里；未开通的权限，任何角色在该门店都不能使用`,
    Shows: StoreGrants,
  },
  menu: { label: '菜单', note: () => t`调整本机构看到的菜单名称、位置和页面上的按钮`, Shows: MenuEditor },
  why: { label: '为什么不能', note: () => t`与服务器的判断完全一致`, Shows: Simulator },
} as const

export default function Auth() {
  const [tab, row] = useTabs(
    (Object.keys(tabs) as Array<keyof typeof tabs>).map((key) => [key, tr(tabs[key].label)] as const),
    { label: t`内容`, clears: ['role', 'store', 'q'] },
  )
  const { note, Shows } = tabs[tab]
  return (
    <Screen fill note={note()} actions={row}>
      <Shows />
    </Screen>
  )
}
