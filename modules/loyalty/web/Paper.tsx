/** Link to the document of a ledger entry. */
import { Link, t } from '#kernel/web/index.ts'

export function Paper({ entry: { ref } }: { entry: { ref: string | null } }) {
  const [kind, id] = (ref ?? '').split(':')
  if (kind === 'fee_bill') return <Link to={`/medical/fee-edit/${id}`}>{t`收费单`}</Link>
  if (kind === 'charge_bill') return <Link to={`/charge-record-print/${id}`}>{t`储值单`}</Link>
  return <>{kind === 'gift_order' ? t`兑换单` : '—'}</>
}
