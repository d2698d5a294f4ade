/** The declared menu as this organisation shows it: titles, sections, order, hidden elements. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { sections as titles } from '#kernel/contract/declare.ts'
import { Badge, Dot, Form, Panel, Until, t, toast, tr, useCall, useSend } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import type { MenuNode } from '../../contract/shapes.access.ts'
import { matching, SearchBox } from './Tree.tsx'

const SECTION = { key: 'section' as const, options: Object.entries(titles).map(([value, label]) => ({ value, label })) }
const STALE = [account['menu.tree'], account['menu.elements']]

export function MenuEditor() {
  const tree = useCall(account['menu.tree'], {})
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<MenuNode>()
  const [adding, setAdding] = useState(false)
  const rows = matching(tree.data ?? [], words).flatMap((s) => s.children.filter((n) => n.path).map((node) => ({ node, section: s.title })))
  return (
    <Panel className="list">
      <div className="filters">
        <SearchBox value={words} onChange={setWords} />
        <span className="screen-note">{t`${rows.length} 个页面`}</span>
        <Button onClick={() => setAdding(true)}>{t`新增链接`}</Button>
      </div>
      <Until of={tree}>
        <div className="list-body">
          <table className="grid">
            <thead>
              <tr>
                <th>{t`标题`}</th>
                <th>{t`分组`}</th>
                <th className="right">{t`次序`}</th>
                <th>{t`菜单`}</th>
                <th>{t`路径`}</th>
                <th aria-label={t`操作`} />
              </tr>
            </thead>
            <tbody>
              {rows.map(({ node, section }) => (
                <Line key={node.id} node={node} section={section} open={() => setOpened(node)} />
              ))}
            </tbody>
          </table>
        </div>
      </Until>
      <Drawer
        title={opened ? tr(opened.title) : ''}
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size={560}
        destroyOnHidden
      >
        {opened && <NodeForm node={opened} close={() => setOpened(undefined)} />}
      </Drawer>
      <NewLink open={adding} close={() => setAdding(false)} />
    </Panel>
  )
}

/** An own entry of the organisation. */
function NewLink({ open, close }: { open: boolean; close: () => void }) {
  return (
    <Drawer title={t`新增链接`} open={open} onClose={close} size={560} destroyOnHidden>
      <Form
        of={account['menu.create']}
        initial={{ section: 'home' }}
        invalidates={STALE}
        fields={[
          { key: 'path', span: 12, placeholder: 'https://', hint: t`网站的地址，或带筛选条件的页面：/patients/list?levelId=3` },
          'title',
          SECTION,
          'rank',
        ]}
        onDone={() => (toast(t`菜单已保存，重新打开页面后生效`, 'ok'), close())}
        onLeave={close}
      />
    </Drawer>
  )
}

/** True for an own entry: a link, or a screen with a query. */
const isOwn = ({ path }: MenuNode): boolean => /^https:|[?]/.test(path ?? '')

function Line({ node, section, open }: { node: MenuNode; section: string; open: () => void }) {
  const back = useSend(account['menu.delete'], {
    invalidates: STALE,
    onSuccess: () => toast(isOwn(node) ? t`已删除，重新打开页面后生效` : t`已恢复原样，重新打开页面后生效`, 'ok'),
  })
  return (
    <tr className="opens" tabIndex={0} onClick={open} onKeyDown={(e) => e.key === 'Enter' && open()}>
      <td>
        <strong>{tr(node.title)}</strong> {node.changed && <Badge tone="info">{t`已调整`}</Badge>}
      </td>
      <td>{tr(section)}</td>
      <td className="right num">{node.rank}</td>
      <td>{node.hidden ? <Dot tone="neutral">{t`不显示`}</Dot> : <Dot tone="ok">{t`显示`}</Dot>}</td>
      <td>
        <code>{node.path}</code>
      </td>
      <td className="row-actions">
        {node.changed && (
          <button type="button" className="link" onClick={(e) => (e.stopPropagation(), back.mutate({ id: node.id }))}>
            {isOwn(node) ? t`删除` : t`恢复原样`}
          </button>
        )}
      </td>
    </tr>
  )
}

function NodeForm({ node, close }: { node: MenuNode; close: () => void }) {
  const elements = useCall(account['menu.elements'], { id: node.id })
  const save = useSend(account['element.update'], {
    invalidates: STALE,
    onSuccess: (e) => toast(e.hidden ? t`已从此页面隐藏` : t`已在此页面显示`, 'ok'),
  })
  return (
    <div className="staff-detail">
      <Form
        of={account['menu.update']}
        fixed={{ path: node.path! }}
        initial={{ title: node.title, section: node.section, rank: node.rank, hidden: node.hidden }}
        invalidates={STALE}
        fields={['title', SECTION, 'rank', 'hidden']}
        onDone={() => (toast(t`菜单已保存，重新打开页面后生效`, 'ok'), close())}
        onLeave={close}
      />
      <Panel title={t`页面上的按钮`} note={t`隐藏只影响显示；能不能做由角色和门店决定`}>
        <Until of={elements}>
          <table className="grid">
            <tbody>
              {(elements.data ?? []).map((e) => (
                <tr key={e.id}>
                  <td>{tr(e.name ?? e.label)}</td>
                  <td>
                    <code>{e.code}</code>
                  </td>
                  <td>{e.hidden ? <Dot tone="neutral">{t`已隐藏`}</Dot> : <Dot tone="ok">{t`显示`}</Dot>}</td>
                  <td className="row-actions">
                    <Button
                      size="small"
                      loading={save.isPending}
                      onClick={() => save.mutate({ menuId: node.id, code: e.code, hidden: !e.hidden })}
                    >
                      {e.hidden ? t`显示` : t`隐藏`}
                    </Button>
                  </td>
                </tr>
              ))}
              {elements.data?.length === 0 && (
                <tr>
                  <td>{t`此页面没有自己的按钮权限`}</td>
                </tr>
              )}
            </tbody>
          </table>
        </Until>
      </Panel>
    </div>
  )
}
