/** Segments, rule tags, hours and budget. */
import { Button, Drawer, Input, Switch } from 'antd'
import { useState, type ReactNode } from 'react'
import { asTree } from '#kernel/contract/segments/condition.ts'
import {
  Can,
  Form,
  Panel,
  Rows,
  Screen,
  Status,
  Until,
  confirm,
  t,
  toast,
  tr,
  useCall,
  useCan,
  useSend,
  useTabs,
  useWho,
} from '#kernel/web/index.ts'
import { marketing } from '../../contract/endpoints.ts'
import { rowsOfTree, treeOfRows, type ConditionRow } from '../../contract/segments/rows.ts'
import type { ManagedTag, MemberSegment } from '../../contract/shapes.ts'
import { ruleStates } from '../../contract/states.ts'
import { Conditions } from '../segments/Conditions.tsx'
import { Waterfall } from '../segments/Waterfall.tsx'
import '../marketing.css'

export default function MarketingSettings() {
  const [tab, tabs] = useTabs([
    ['segments', t`人群`],
    ['tags', t`规则标签`],
    ['hours', t`时段和预算`],
  ])
  return (
    <Screen actions={tabs}>
      {tab === 'segments' && <SegmentList />}
      {tab === 'tags' && <TagList />}
      {tab === 'hours' && <Hours />}
    </Screen>
  )
}
interface NamedTree {
  id?: number
  name: string
  tree: object
  version?: number
}
function TreeDrawer({
  title,
  edited,
  fixedName,
  onClose,
  onSave,
  more,
}: {
  title: string
  edited: NamedTree
  fixedName?: boolean
  onClose: () => void
  onSave: (named: NamedTree) => void
  more?: ReactNode
}) {
  const { hid } = useWho()
  const [name, setName] = useState(edited.name)
  const [rows, setRows] = useState<ConditionRow[] | undefined>(rowsOfTree(asTree(edited.tree)))
  const tree = rows ? treeOfRows(rows) : asTree(edited.tree)
  const target = useCall(
    marketing['sms-tasks.target-customer'],
    { hid, tree: JSON.stringify(tree) },
    { enabled: (rows?.length ?? 1) > 0, keep: true, logged: true },
  )
  return (
    <Drawer
      title={title}
      open
      onClose={onClose}
      size={640}
      destroyOnHidden
      footer={<Button type="primary" onClick={() => onSave({ ...edited, name, tree })}>{t`保存`}</Button>}
    >
      <Input
        value={name}
        maxLength={40}
        disabled={fixedName === true}
        aria-label={t`名称`}
        placeholder={t`名称`}
        onChange={(e) => setName(e.target.value)}
      />
      {rows ? <Conditions rows={rows} onChange={setRows} /> : <p className="soft">{t`这个条件有多层，不能在这里改`}</p>}
      {target.data && <Waterfall of={target.data} />}
      {more}
    </Drawer>
  )
}
function Counted({ id }: { id: number }) {
  const count = useCall(marketing['segments.count'], { id }, { stale: 60_000 })
  return <span className="num">{count.data?.people ?? '…'}</span>
}
function SegmentList() {
  const { hid } = useWho()
  const can = useCan()
  const [edited, setEdited] = useState<NamedTree>()
  const list = useCall(marketing['segments.list'], { hid }, { live: ['marketing'] })
  const invalidates = [marketing['segments.list'], marketing['segments.count']]
  const save = useSend(marketing['segments.save'], { invalidates, onSuccess: () => (toast(t`已保存`, 'ok'), setEdited(undefined)) })
  const remove = useSend(marketing['segments.delete'], { invalidates })
  return (
    <Until of={list}>
      <Panel
        title={t`人群`}
        actions={
          <Can code="segment:edit">
            <Button type="primary" onClick={() => setEdited({ name: '', tree: { all: [] } })}>{t`新建人群`}</Button>
          </Can>
        }
      >
        <Rows
          rows={list.data ?? []}
          rowKey={(s: MemberSegment) => s.id}
          columns={[
            { title: t`人群`, cell: (s) => s.name },
            { title: t`条件`, cell: (s) => tr(s.sentence) },
            { title: t`版本`, cell: (s) => s.no },
            { title: t`今天`, cell: (s) => <Counted id={s.id} /> },
            { title: t`任务`, cell: (s) => s.tasks },
            {
              title: '',
              cell: (s) =>
                can('segment:edit') && (
                  <>
                    <button type="button" className="link" onClick={() => setEdited(s)}>{t`修改`}</button>{' '}
                    <button
                      type="button"
                      className="link bad"
                      onClick={() => void confirm(t`删除人群“${s.name}”？`).then((yes) => yes && remove.mutate({ id: s.id }))}
                    >{t`删除`}</button>
                  </>
                ),
            },
          ]}
        />
      </Panel>
      {edited && (
        <TreeDrawer
          title={t`人群`}
          edited={edited}
          onClose={() => setEdited(undefined)}
          onSave={(named) => save.mutate({ hid, ...named })}
        />
      )}
    </Until>
  )
}
function TagList() {
  const { hid } = useWho()
  const can = useCan()
  const [edited, setEdited] = useState<NamedTree>()
  const list = useCall(marketing['tag-manage.list'], { hid, pageSize: 100 }, { live: ['marketing'] })
  const done = { invalidates: [marketing['tag-manage.list']], onSuccess: () => (toast(t`已保存`, 'ok'), setEdited(undefined)) }
  const create = useSend(marketing['tag-manage.create'], done)
  const update = useSend(marketing['tag-manage.update'], done)
  const remove = useSend(marketing['tag-manage.delete'], { invalidates: [marketing['tag-manage.list']] })
  return (
    <Until of={list}>
      <Panel
        title={t`规则标签`}
        note={t`每天夜里按规则贴上、摘下；手工贴的不动`}
        actions={
          <Can code="segment:edit">
            <Button type="primary" onClick={() => setEdited({ name: '', tree: { all: [] } })}>{t`新建规则`}</Button>
          </Can>
        }
      >
        <Rows
          rows={list.data?.list ?? []}
          rowKey={(r: ManagedTag) => r.id}
          columns={[
            { title: t`标签`, cell: (r) => r.name },
            { title: t`规则`, cell: (r) => tr(r.sentence) },
            { title: t`会员`, cell: (r) => r.members },
            { title: t`上次运行`, cell: (r) => r.lastRunAt?.slice(0, 16) ?? '' },
            { title: t`使用`, cell: (r) => <RuleSwitch of={r} /> },
            {
              title: '',
              cell: (r) =>
                can('segment:edit') && (
                  <>
                    <button type="button" className="link" onClick={() => setEdited(r)}>{t`修改`}</button>{' '}
                    <button
                      type="button"
                      className="link bad"
                      onClick={() =>
                        void confirm(t`删除“${r.name}”的规则？按规则贴的会摘下`).then((yes) => yes && remove.mutate({ id: r.id }))
                      }
                    >{t`删除`}</button>
                  </>
                ),
            },
          ]}
        />
      </Panel>
      {edited && (
        <TreeDrawer
          title={t`规则标签`}
          edited={edited}
          fixedName={edited.id !== undefined}
          onClose={() => setEdited(undefined)}
          onSave={({ id, name, tree }) => (id === undefined ? create.mutate({ hid, name, tree }) : update.mutate({ hid, id, name, tree }))}
        />
      )}
    </Until>
  )
}
/** Whether a rule is in use; whoever may not change it reads the word. */
function RuleSwitch({ of: tag }: { of: ManagedTag }) {
  const can = useCan()
  const status = useSend(marketing['tag-manage.status'], { invalidates: [marketing['tag-manage.list']] })
  const isActive = tag.status === ruleStates.is.active
  if (!can('segment:edit')) return <Status of={ruleStates} value={tag.status} />
  return (
    <Switch
      size="small"
      checked={isActive}
      aria-label={tag.name}
      onChange={(on) => status.mutate({ id: tag.id, status: on ? ruleStates.is.active : ruleStates.is.stopped })}
    />
  )
}
function Hours() {
  const { hid } = useWho()
  const can = useCan()
  const setting = useCall(marketing['marketing.settings.get'], { hid })
  return (
    <Until of={setting}>
      <Panel title={t`时段和预算`} note={t`8:00 至 21:00 以外谁也不发；两次营销之间至少 7 天`}>
        <div className="panel-body">
          {setting.data && can('marketing:budget') ? (
            <Form
              of={marketing['marketing.settings.save']}
              fixed={{ hid, version: setting.data.version }}
              initial={setting.data}
              fields={['sendFrom', 'sendTo', 'restDays', 'monthMax', 'approveFrom']}
              invalidates={[marketing['marketing.settings.get'], marketing['marketing.month']]}
              onDone={() => toast(t`已保存`, 'ok')}
            />
          ) : (
            setting.data && (
              <p>{t`${setting.data.sendFrom}–${setting.data.sendTo}，间隔 ${setting.data.restDays} 天，每月 ${setting.data.monthMax} 元；由店长设置`}</p>
            )
          )}
        </div>
      </Panel>
    </Until>
  )
}
