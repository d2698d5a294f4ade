import { importCallsOf } from '#kernel/contract/index.ts'
import { DateRange, ImportWizard, Screen, lastMonth, t, useGo, useSearch, useWho } from '#kernel/web/index.ts'
import { useState } from 'react'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { purchasing } from '../../contract/endpoints.ts'
import '../purchasing.css'

const calls = importCallsOf(purchasing, 'supplier-statement')

/** Imports a supplier's statement; column meanings are asked once per supplier. */
export default function StatementImport() {
  const go = useGo()
  const { hid } = useWho()
  const [search] = useSearch()
  const [supplierId, setSupplier] = useState(Number(search.supplierId) || undefined)
  const [[from, to], setPeriod] = useState<readonly [string | undefined, string | undefined]>(lastMonth())
  const more = { supplierId, from_on: from, to_on: to }
  return (
    <Screen note={t`供应商的对账单与本店收货、退货和差价逐行核对；同一供应商的列只需对应一次`}>
      <div className="check">
        <div className="check-bar">
          <div className="choose">
            <label className="sr" htmlFor="check-supplier">{t`供应商`}</label>
            <SupplierPicker id="check-supplier" chosen={supplierId} onChange={setSupplier} />
          </div>
          <DateRange label={t`账期`} from={from} to={to} onChange={(start, end) => setPeriod([start, end])} />
        </div>
        {supplierId && from && to ? (
          <ImportWizard
            key={`${supplierId} ${from} ${to}`}
            calls={calls}
            hid={hid}
            what="明细"
            more={more}
            invalidates={[purchasing['supplier.reconciliation'], purchasing['supplier-statement.list']]}
            onLeave={() => go(`/contract/supplier-check?supplierId=${supplierId}`)}
          />
        ) : (
          <p className="soft">{t`先选择供应商和账期`}</p>
        )}
      </div>
    </Screen>
  )
}
