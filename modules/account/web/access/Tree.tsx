/** Tree of sections, screens and permissions with checkboxes; unsaved changes are marked. */
import { Checkbox, Input } from 'antd'
import { Search } from 'lucide-react'
import type { z } from '#kernel/contract/index.ts'
import { Empty, t, tr } from '#kernel/web/index.ts'
import type { MenuNode, MenuTree } from '../../contract/shapes.access.ts'

export type Sections = z.output<typeof MenuTree>

/** Sections reduced to matches in screen titles, paths, permission labels and codes. */
export function matching(sections: Sections, words: string): Sections {
  const want = words.trim().toLowerCase()
  if (!want) return sections
  const matches = (...texts: Array<string | null>) =>
    texts.some((text) => text && (text.toLowerCase().includes(want) || tr(text).toLowerCase().includes(want)))
  return sections
    .map((s) => ({
      ...s,
      children: s.children.flatMap((n): MenuNode[] =>
        matches(n.title, n.path)
          ? [n]
          : ((elements) => (elements.length ? [{ ...n, elements }] : []))(n.elements.filter((e) => matches(e.label, e.code, e.name))),
      ),
    }))
    .filter((s) => s.children.length)
}

export const SearchBox = ({ value, onChange }: { value: string; onChange: (to: string) => void }) => (
  <Input
    className="filter-text"
    style={{ width: 220 }}
    allowClear
    prefix={<Search size={14} aria-hidden />}
    aria-label={t`搜索页面或权限`}
    placeholder={t`搜索页面或权限`}
    value={value}
    onChange={(e) => onChange(e.target.value)}
  />
)

/** Current and saved checkboxes, and the way to change them. */
export interface Boxed {
  held: ReadonlySet<string>
  saved: ReadonlySet<string>
  toggle: (keys: readonly string[], on: boolean) => void
}
interface TreeProps extends Boxed {
  sections: Sections
  disabled?: boolean
  /** Where screens are granted separately (stores): checkboxes by path. Otherwise a screen's checkbox stands for its permissions. */
  screens?: Boxed | undefined
}
export function Tree({ sections, held, saved, disabled = false, toggle, screens }: TreeProps) {
  if (!sections.length) return <Empty text={t`没有匹配的页面或权限`} />
  return (
    <div className="auth-tree">
      {sections.map((section) => (
        <section key={section.section} aria-label={tr(section.title)}>
          <h3>{tr(section.title)}</h3>
          {section.children.map((node) => (
            <Node key={node.id} {...{ node, held, saved, disabled, toggle, screens }} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** Checkbox of the screen itself. */
function ScreenBox({ node, path, disabled, label }: { node: MenuNode; path: string; disabled: boolean; label: Boxed }) {
  return (
    <Checkbox
      className={label.held.has(path) === label.saved.has(path) ? '' : 'changed'}
      disabled={disabled || node.fixed}
      checked={label.held.has(path)}
      onChange={(e) => label.toggle([path], e.target.checked)}
    >
      <strong title={node.fixed ? t`每家门店都有这个页面` : undefined}>{tr(node.title)}</strong>
    </Checkbox>
  )
}

function Node({ node, held, saved, disabled = false, toggle, screens }: Omit<TreeProps, 'sections'> & { node: MenuNode }) {
  const codes = node.elements.map((e) => e.code)
  const on = codes.filter((code) => held.has(code)).length
  return (
    <div className="auth-node">
      <div>
        {screens && node.path ? (
          <ScreenBox node={node} path={node.path} disabled={disabled} label={screens} />
        ) : codes.length > 0 ? (
          <Checkbox
            disabled={disabled}
            checked={on === codes.length}
            indeterminate={on > 0 && on < codes.length}
            onChange={(e) => toggle(codes, e.target.checked)}
          >
            <strong>{tr(node.title)}</strong>
          </Checkbox>
        ) : (
          <span style={{ marginLeft: 24 }}>{tr(node.title)}</span>
        )}
        {node.path && <code>{node.path}</code>}
      </div>
      {codes.length > 0 ? (
        <div className="auth-elements">
          {node.elements.map((e) => (
            <Checkbox
              key={e.id}
              className={held.has(e.code) === saved.has(e.code) ? '' : 'changed'}
              disabled={disabled}
              checked={held.has(e.code)}
              onChange={(event) => toggle([e.code], event.target.checked)}
            >
              <span title={`${e.code}${e.opens.length ? ` → ${e.opens.map((o) => tr(o)).join('、')}` : ''}`}>{tr(e.label)}</span>
            </Checkbox>
          ))}
        </div>
      ) : (
        <span className="auth-follows">{node.can === 'session' ? t`每个账号都可打开` : t`随“${labelOf(node.can)}”打开`}</span>
      )}
    </div>
  )
}

const labels = new Map<string, string>()
/** Labels of all permissions, from the whole tree: a node can name one that belongs to another screen. */
export const learnLabels = (sections: Sections): void =>
  sections.forEach((s) => s.children.forEach((n) => n.elements.forEach((e) => labels.set(e.code, e.label))))
const labelOf = (code: string): string => tr(labels.get(code) ?? code)
