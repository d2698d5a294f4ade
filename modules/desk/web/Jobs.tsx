/** Background jobs that gave up: what, why, retry or discard. */
import { Button } from 'antd'
import { Can, DataTable, Screen, confirm, t, toast, useSend } from '#kernel/web/index.ts'
import { desk } from '../contract/endpoints.ts'

const stale = { invalidates: [desk['jobs.failed']] }

export default function Jobs() {
  const retry = useSend(desk['jobs.retry'], { ...stale, onSuccess: () => toast(t`已重新排队`, 'ok') })
  const drop = useSend(desk['jobs.drop'], stale)
  const forget = (id: number) => void confirm({ message: t`不再执行这个任务？`, danger: true }).then((yes) => yes && drop.mutate({ id }))
  return (
    <Screen fill note={t`短信、对账等后台工作失败后会自动重试，多次仍失败的列在这里`}>
      <DataTable
        of={desk['jobs.failed']}
        input={{}}
        rowKey="id"
        columns={['failedAt', 'name', 'error', 'attempts', 'queuedAt']}
        empty={{ text: t`没有失败的任务` }}
        actions={(r) => (
          <Can code="jobs:run">
            <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ id: r.id })}>{t`再试一次`}</Button>
            <Button size="small" onClick={() => forget(r.id)}>{t`忽略`}</Button>
          </Can>
        )}
      />
    </Screen>
  )
}
