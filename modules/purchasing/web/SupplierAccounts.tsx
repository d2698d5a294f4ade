import { DataTable, Link, Money, Screen, t, useWho, type TableColumn } from '#kernel/web/index.ts'
import type { Tone } from '#kernel/contract/index.ts'
import { supplierLicence } from '#modules/suppliers/contract/states.ts'
import { purchasing } from '../contract/endpoints.ts'
import type { SupplierAccount } from '../contract/shapes.payments.ts'

/** A licence that expired or expires soon. */
const pressing: Readonly<Record<number, Tone>> = { [supplierLicence.is.expired]: 'bad', [supplierLicence.is.ending]: 'warn' }
const share = (part: number, all: number): string => (all ? `${((part / all) * 100).toFixed(1)}%` : '—')

/** Supplier accounts: licences, debt, quality of goods. */
export default function SupplierAccounts() {
  const { hid } = useWho()
  return (
    <Screen fill note={t`本店与各供应商的往来：证照、合同、应付和近一年的到货质量`}>
      <DataTable
        of={purchasing['supplier-accounts.list']}
        input={{ hid }}
        rowKey="supplierId"
        live={['suppliers', 'stock']}
        columns={columns}
        filters={[{ key: 'text', width: 220 }, 'licenceState']}
        rowTone={(s) => pressing[s.licenceState]}
        actions={(s) => <Link className="link" to={`/contract/supplier-check?supplierId=${s.supplierId}`}>{t`对账`}</Link>}
        empty={{ text: t`还没有供应商。先在库存设置登记供应商和许可证` }}
      />
    </Screen>
  )
}

const columns: ReadonlyArray<TableColumn<SupplierAccount>> = [
  { key: 'supplierName', sort: false, render: (s) => <strong>{s.supplierName}</strong> },
  'licenceState',
  { key: 'licenceExpires', sort: false },
  { key: 'contractNo', sort: false },
  { key: 'contractEnds', sort: false },
  { key: 'balance', sort: false, render: (s) => <Money of={s.balance} /> },
  {
    key: 'overdue',
    sort: false,
    render: (s) =>
      s.overdue > 0 ? (
        <b className="bad">
          <Money of={s.overdue} />
        </b>
      ) : (
        '—'
      ),
  },
  { key: 'papers', sort: false },
  { key: 'pieces', sort: false },
  { key: 'returned', sort: false, render: (s) => `${s.returned} · ${share(s.returned, s.pieces)}` },
  { key: 'differing', sort: false, render: (s) => `${s.differing} · ${share(s.differing, s.papers)}` },
  { key: 'disputed', sort: false },
]
