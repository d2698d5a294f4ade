/** SMS marketing: tasks with their state, people, cost and effect; the composer; wordings; what goes out in a month. */
import { Button } from 'antd'
import {
  Can,
  DataTable,
  Figures,
  Money,
  Panel,
  Screen,
  Status,
  Until,
  t,
  useCall,
  useSearch,
  useTabs,
  useWho,
  useCan,
  useLetters,
} from '#kernel/web/index.ts'
import { marketing } from '../../contract/endpoints.ts'
import type { MessageTaskRow } from '../../contract/shapes.ts'
import { taskStates } from '../../contract/states.ts'
import { Composer } from './compose/Composer.tsx'
import { Lists } from './Lists.tsx'
import { StandingTasks } from './Standing.tsx'
import { TaskView } from './TaskView.tsx'
import { WechatTemplates } from '../wechat/WechatTemplates.tsx'
import { Templates } from './Templates.tsx'
import '../marketing.css'

export default function Messages() {
  const [search, setSearch] = useSearch()
  const can = useCan()
  const [tab, tabs] = useTabs([
    ['tasks', t`任务`],
    ['lists', t`名单`],
    ['standing', t`常设任务`],
    ['templates', t`模板`],
    ['month', t`日历和预算`],
  ])
  const open = (task: string | undefined) => setSearch({ task }, true)
  useLetters({ n: () => can('marketing:edit') && open('new') })
  if (search.task === 'new' || search.edit)
    return (
      <Composer
        id={search.edit ? Number(search.edit) : undefined}
        onLeave={() => setSearch({ task: undefined, edit: undefined, tree: undefined, name: undefined }, true)}
      />
    )
  if (search.task)
    return (
      <TaskView
        id={Number(search.task)}
        onLeave={() => open(undefined)}
        onEdit={(id) => setSearch({ task: undefined, edit: String(id) }, true)}
      />
    )
  return (
    <Screen
      fill={tab === 'tasks'}
      actions={
        <>
          {tabs}
          <Can code="marketing:edit">
            <Button type="primary" onClick={() => open('new')}>
              {t`新建任务`} <kbd>n</kbd>
            </Button>
          </Can>
        </>
      }
    >
      {tab === 'tasks' && <Tasks onOpen={(id) => open(String(id))} />}
      {tab === 'lists' && <Lists onWrite={(list) => setSearch({ ...list, task: 'new' }, true)} />}
      {tab === 'standing' && <StandingTasks />}
      {tab === 'templates' && (
        <>
          <Templates />
          <WechatTemplates />
        </>
      )}
      {tab === 'month' && <Month />}
    </Screen>
  )
}
const stateOf = (row: MessageTaskRow): string => {
  if (row.status !== taskStates.is.waiting) return ''
  if (!row.submittedAt) return row.rejectedReason ? t`已退回` : t`草稿`
  return row.needsApproval && !row.approvedAt ? t`待审批` : ''
}
function Tasks({ onOpen }: { onOpen: (id: number) => void }) {
  const { hid } = useWho()
  return (
    <DataTable
      of={marketing['sms-tasks.list']}
      input={{ hid }}
      rowKey="id"
      live={['marketing']}
      filters={['name', 'status', 'purpose']}
      onOpen={(row) => onOpen(row.id)}
      columns={[
        'name',
        'purpose',
        { key: 'status', render: (row) => stateOf(row) || <Status of={taskStates} value={row.status} /> },
        'people',
        'sendAt',
        'handed',
        'overWechat',
        'opened',
        'failed',
        'control',
        {
          key: 'spent',
          title: t`花费 / 封顶`,
          render: (row) => (
            <>
              <Money of={row.spent} /> / <Money of={row.ceiling} />
            </>
          ),
        },
      ]}
    />
  )
}
function Month() {
  const { hid } = useWho()
  const month = useCall(marketing['marketing.month'], { hid }, { live: ['marketing'] })
  return (
    <Until of={month}>
      {month.data && (
        <Panel title={t`${month.data.month} 发送与预算`}>
          <Figures
            items={[
              { label: '预算', value: <Money of={month.data.ceiling} /> },
              { label: '已占用', value: <Money of={month.data.reserved} /> },
              { label: '已花费', value: <Money of={month.data.spent} /> },
              { label: '退订', value: month.data.unsubscribed },
            ]}
          />
          <div className="month-days num">
            {month.data.days.length === 0 && <p className="soft">{t`这个月还没有任务`}</p>}
            {month.data.days.map((d) => (
              <span key={d.day}>{t`${d.day.slice(5)} · ${d.tasks} 个任务 · ${d.numbers} 个号码`}</span>
            ))}
          </div>
        </Panel>
      )}
    </Until>
  )
}
