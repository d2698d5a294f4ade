/** Points of a member: balance, earned, used, expiring, and all lines. */
import { showCount, showMoney } from '#kernel/contract/index.ts'
import { DataTable, Figures, t, useCall } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { Signed } from './PointButtons.tsx'

/** Balance of a member and its history. */
export const useMemberPoints = (pid: number) =>
  useCall(loyalty['points.member'], { pid }, { enabled: pid > 0, live: ['loyalty', 'billing'] })

export function MemberPoints({ pid }: { pid: number }) {
  const p = useMemberPoints(pid).data
  return (
    <>
      {p && (
        <Figures
          items={[
            { label: '积分余额', value: showCount(p.points), note: t`可抵 ${showMoney(p.worth)}` },
            { label: '累计获得', value: showCount(p.earned) },
            { label: '累计使用', value: showCount(p.spent) },
            { label: '30 天内到期', value: showCount(p.expiring), ...(p.expiring ? { tone: 'warn' as const } : {}) },
          ]}
        />
      )}
      <DataTable
        of={loyalty['patients.points.list']}
        input={{ id: pid }}
        rowKey={(r) => `${r.entryId}-${r.balance}`}
        live={['loyalty', 'billing']}
        columns={['at', 'reason', { key: 'amount', render: (r) => <Signed points={r.amount} /> }, 'balance', 'note', 'operatorName']}
        empty={{ text: t`还没有积分记录` }}
      />
    </>
  )
}
