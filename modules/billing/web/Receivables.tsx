/** 应收 (receivables). All filters are part of the address. */
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { DataTable, Screen, t, useGo, useWho } from '#kernel/web/index.ts'
import { billing } from '../contract/endpoints.ts'
import type { Receivable } from '../contract/shapes.receivables.ts'

/** A debt is overdue from 90 days and due for a reminder from 30. */
const toneOf = (days: number) => (days >= 90 ? 'bad' : days >= 30 ? 'warn' : undefined)

export default function Receivables() {
  const go = useGo()
  const { hid } = useWho()
  const [total, setTotal] = useState<number>()
  return (
    <Screen fill note={total === undefined ? undefined : t`${total} 笔`}>
      <DataTable
        of={billing['receivables.list']}
        input={{ hid }}
        rowKey="fbid"
        live={['billing']}
        filters={['search', 'kind', 'minDays', { range: ['startTime', 'endTime'], all: 'a debt does not end with a month' }]}
        columns={[
          {
            key: 'patientName',
            render: (r: Receivable) => (
              <>
                <strong>{r.patientName}</strong> <small className="soft">{r.memberNo}</small>
              </>
            ),
          },
          'mobile',
          { key: 'due', render: (r: Receivable) => <strong className="warn">{showMoney(r.due)}</strong> },
          'since',
          { key: 'days', render: (r: Receivable) => <span className={toneOf(r.days)}>{t`${r.days} 天`}</span> },
          'kind',
          'itemNames',
          'billPrice',
          'paid',
          'reason',
          'billNo',
          'salerName',
        ]}
        exportOf={billing['receivables.export']}
        summary={(rows) => <>{t`本页 ${rows.length} 笔　欠款 ${showMoney(rows.reduce((n, r) => n + Math.round(r.due * 100), 0) / 100)}`}</>}
        onOpen={(r) => go(`/medical/fee-edit/${r.fbid}`)}
        onTotal={setTotal}
        empty={{ text: t`没有欠款` }}
      />
    </Screen>
  )
}
