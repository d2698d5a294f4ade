/** Months whose books are closed; nothing is dated into one until it is opened again. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { clinicNow } from '#kernel/contract/index.ts'
import { DataTable, Form, Screen, confirm, t, toast, useSend, useWho } from '#kernel/web/index.ts'
import { settings } from '../contract/endpoints.ts'
import type { ClosedMonth } from '../contract/months.ts'

const stale = [settings['settings.months.list']]
/** The month before the present one. */
const lastMonth = (): string => {
  const [year = 0, month = 0] = clinicNow().slice(0, 7).split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7)
}

export default function Months() {
  const { hid } = useWho()
  const [closing, setClosing] = useState(false)
  return (
    <Screen fill actions={<Button type="primary" onClick={() => setClosing(true)}>{t`月结`}</Button>}>
      <DataTable
        of={settings['settings.months.list']}
        input={{ hid }}
        name="closed-months"
        rowKey="id"
        columns={['month', 'closedAt', 'closedByName', 'note', 'reopenedAt', 'reopenedByName', 'reason']}
        rowTone={(row) => (row.reopenedAt ? 'neutral' : undefined)}
        actions={(row) => !row.reopenedAt && <Reopen row={row} />}
        empty={{ text: t`还没有月结过` }}
      />
      <Modal title={t`月结`} open={closing} onCancel={() => setClosing(false)} footer={null} width={480} destroyOnHidden>
        <Form
          of={settings['settings.months.close']}
          fixed={{ hid }}
          initial={{ month: lastMonth() }}
          invalidates={stale}
          saveLabel={t`月结`}
          fields={[
            { key: 'month', span: 12, hint: t`月结后，收费、储值、出入库、付款和费用不能再记入该月` },
            { key: 'note', span: 12 },
          ]}
          onDone={({ month }) => (toast(t`${month} 已月结`, 'ok'), setClosing(false))}
          onLeave={() => setClosing(false)}
        />
      </Modal>
    </Screen>
  )
}

function Reopen({ row: { id, month } }: { row: ClosedMonth }) {
  const send = useSend(settings['settings.months.reopen'], { invalidates: stale })
  const ask = async () => {
    const answer = await confirm({ message: t`重新打开 ${month}？打开后可以再记入该月`, reason: { label: t`原因`, required: true } })
    if (typeof answer === 'string') send.mutate({ id, reason: answer })
  }
  return <Button size="small" loading={send.isPending} onClick={() => void ask()}>{t`重新打开`}</Button>
}
