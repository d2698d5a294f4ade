import { metaOf } from '#kernel/contract/index.ts'
import { DataTable, Dot, Screen, t, tr, useWho } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import { loginMethod, refusedWhy } from '../../contract/shapes.sessions.ts'
import { deviceOf } from './device.ts'

const ways = metaOf(loginMethod).options!
const why = metaOf(refusedWhy).options!

/** Logins: who, when, where, how, and why one was refused. */
export default function LoginLog() {
  const { hid } = useWho()
  return (
    <Screen fill>
      <DataTable
        of={account['account.login-log']}
        input={{ hid }}
        rowKey="loginId"
        columns={[
          { key: 'at', sort: false },
          { key: 'account', sort: false },
          { key: 'name', sort: false },
          {
            key: 'ok',
            title: '结果',
            sort: false,
            render: (l) => (l.ok ? <Dot tone="ok">{t`成功`}</Dot> : <Dot tone="bad">{tr(why[l.refused ?? ''] ?? '被拒绝')}</Dot>),
          },
          { key: 'how', sort: false, render: (l) => (l.openedBy ? t`${l.openedBy} 代为登录` : tr(ways[l.how] ?? l.how)) },
          { key: 'source', sort: false },
          { key: 'address', sort: false },
          { key: 'agent', sort: false, render: (l) => <span title={l.agent ?? ''}>{deviceOf(l.agent)}</span> },
        ]}
        filters={[{ key: 'text', width: 200 }, 'ok', 'how', { range: ['startDate', 'endDate'] }]}
        exportOf={account['account.login-log.export']}
        rowTone={(l) => (l.ok ? undefined : 'warn')}
        empty={{ text: t`还没有登录记录` }}
      />
    </Screen>
  )
}
