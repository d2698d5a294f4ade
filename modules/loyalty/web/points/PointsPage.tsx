/** Frame of the points pages: tabs, then `<Screen>`. */
import { Link, Screen, showCurrent, t, tr, useWho, type MenuEntry, type ScreenProps } from '#kernel/web/index.ts'
import contractScreens from '../../contract/screens.ts'

const PREFIX = '/patients/points/'
const TABS = Object.entries(contractScreens).flatMap(([path, entry]) => (path.startsWith(PREFIX) ? [{ path, title: entry.title }] : []))
const pathsOf = (menu: readonly MenuEntry[]): string[] => menu.flatMap((e) => [e.path, ...pathsOf(e.children ?? [])])

export function PointsPage(screen: Omit<ScreenProps, 'bar'>) {
  const open = new Set(pathsOf(useWho().menuList))
  return (
    <Screen
      {...screen}
      bar={
        <nav ref={showCurrent} className="member-tabs" aria-label={t`积分管理`}>
          {TABS.filter((tab) => open.has(tab.path)).map((tab) => (
            <Link key={tab.path} to={tab.path}>
              {tr(tab.title)}
            </Link>
          ))}
        </nav>
      }
    />
  )
}
