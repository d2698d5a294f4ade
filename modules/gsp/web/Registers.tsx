import { DataTable, Link, Screen, t, tr, useCall, useDays, useSearch, useWho, type Column } from '#kernel/web/index.ts'
import { gsp } from '../contract/endpoints.ts'
import { dated, register as named, registers, tells, type RegisterName, type RegisterRow } from '../contract/registers.ts'
import './gsp.css'

/** The registers of medical devices: those that lack something first, each with its rows. */
export default function Registers() {
  const { hid } = useWho()
  const [search, setSearch] = useSearch()
  const [startTime, endTime] = useDays('startTime', 'endTime')
  const sums = useCall(gsp['gsp.registers'], { hid, startTime, endTime }, { live: ['stock', 'orders'] })
  const register = named.safeParse(search.register).data ?? sums.data?.[0]?.register ?? 'suppliers'
  return (
    <Screen fill note={tr(tells[register])}>
      <div className="registers">
        <nav className="panel" aria-label={t`台账`}>
          {(sums.data ?? []).map((s) => (
            <button
              key={s.register}
              type="button"
              aria-current={s.register === register}
              onClick={() => setSearch({ register: s.register })}
            >
              {tr(registers[s.register])}
              <small className={s.gaps ? 'bad' : ''}>{s.gaps ? t`缺项 ${s.gaps}` : t`${s.rows} 条`}</small>
            </button>
          ))}
        </nav>
        <div>
          <DataTable
            key={register}
            of={gsp['gsp.register']}
            exportOf={gsp['gsp.register-export']}
            input={{ hid, register }}
            rowKey="key"
            live={['stock', 'orders']}
            columns={COLUMNS[register]}
            filters={[
              'gap',
              'lot',
              'text',
              ...(dated.has(register) ? ([{ range: ['startTime', 'endTime'], label: '日期' }] as const) : []),
            ]}
            rowTone={(r: RegisterRow) => (r.gap ? 'bad' : undefined)}
            empty={{ text: t`没有要登记的内容` }}
          />
        </div>
      </div>
    </Screen>
  )
}
const member: Column<RegisterRow> = {
  key: 'patientName',
  render: (r) => (r.pid ? <Link to={`/patients/detail/${r.pid}`}>{r.patientName}</Link> : '—'),
}
/** What each register shows; the gap first, as it is what has to be done. */
const COLUMNS: Record<RegisterName, ReadonlyArray<Column<RegisterRow>>> = {
  suppliers: ['gap', 'name', 'certificate', 'validUntil', 'note', 'at'],
  products: ['gap', 'name', 'certificate', 'validUntil', 'supplierName', 'note', 'at'],
  accepted: ['gap', 'at', 'paperNo', 'name', 'lot', 'validUntil', 'quantity', 'supplierName', 'certificate', 'staffName'],
  expiring: ['gap', 'validUntil', 'name', 'lot', 'quantity', 'supplierName', 'certificate', 'note'],
  rejected: ['gap', 'at', 'paperNo', 'name', 'lot', 'validUntil', 'quantity', 'supplierName', 'staffName', 'note'],
  outbound: ['gap', 'at', 'paperNo', 'name', 'lot', 'validUntil', 'quantity', 'supplierName', 'staffName', 'note'],
  sales: ['gap', 'at', 'paperNo', 'name', 'lot', 'validUntil', 'quantity', member, 'supplierName', 'staffName', 'note'],
  recalls: ['gap', 'at', 'paperNo', 'name', 'lot', 'quantity', 'staffName', 'note'],
}
