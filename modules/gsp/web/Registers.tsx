import { Button, Drawer } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { DataTable, Link, Screen, t, tr, useCall, useCan, useDays, useSearch, useWho, type TableColumn } from '#kernel/web/index.ts'
import { gsp } from '../contract/endpoints.ts'
import {
  dated,
  register as named,
  registers,
  tells,
  typed,
  type RegisterName,
  type RegisterRow,
  type RegisterSum,
} from '../contract/registers.ts'
import { Approvals, type Subject } from './approvals/Approvals.tsx'
import { Amend, TypedActions, type TypedName } from './Typed.tsx'
import './gsp.css'

/** The registers of medical devices: those that lack something first, each with its rows. */
export default function Registers() {
  const { hid } = useWho()
  const [search] = useSearch()
  const [startTime, endTime] = useDays('startTime', 'endTime')
  const sums = useCall(gsp['gsp.registers'], { hid, startTime, endTime }, { live: ['stock', 'orders'] })
  const register = named.safeParse(search.register).data ?? sums.data?.[0]?.register ?? 'suppliers'
  const [opened, setOpened] = useState<RegisterRow>()
  const period = startTime && endTime ? `?startTime=${startTime}&endTime=${endTime}` : ''
  return (
    <Screen
      fill
      note={tr(tells[register])}
      actions={
        <>
          <Button icon={<Printer size={14} />} href={`/print/gsp/${register}${period}`} target="_blank">{t`打印`}</Button>
          {isTyped(register) && <TypedActions register={register} />}
        </>
      }
    >
      <div className="registers">
        <Names of={sums.data ?? []} chosen={register} />
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
            {...(opens(register) ? { onOpen: (r: RegisterRow) => setOpened(r) } : {})}
            rowTone={(r: RegisterRow) => (r.gap ? 'bad' : undefined)}
            empty={{ text: t`没有要登记的内容` }}
          />
        </div>
      </div>
      <Opened of={opened} close={() => setOpened(undefined)} />
    </Screen>
  )
}

function Names({ of: sums, chosen }: { of: readonly RegisterSum[]; chosen: RegisterName }) {
  const [, setSearch] = useSearch()
  return (
    <nav className="panel" aria-label={t`台账`}>
      {sums.map((s) => (
        <button key={s.register} type="button" aria-current={s.register === chosen} onClick={() => setSearch({ register: s.register })}>
          {tr(registers[s.register])}
          <small className={s.gaps ? 'bad' : ''}>{s.gaps ? t`缺项 ${s.gaps}` : t`${s.rows} 条`}</small>
        </button>
      ))}
    </nav>
  )
}

/** What a row opens: the approvals of a supplier or device, or the form that puts a typed row right. */
function Opened({ of: entry, close }: { of: RegisterRow | undefined; close: () => void }) {
  const can = useCan()
  const subject = entry && subjectOf(entry)
  const row = entry && can('gsp:edit') ? typedOf(entry) : undefined
  const title = row ? t`更正` : entry?.name
  return (
    <Drawer title={title} open={subject !== undefined || row !== undefined} onClose={close} size="min(760px, 100vw)" destroyOnHidden>
      {subject && <Approvals of={subject} />}
      {row && <Amend {...row} close={close} />}
    </Drawer>
  )
}

/** The supplier or device a row of the two registers of approvals is of. */
function subjectOf({ key }: RegisterRow): Subject | undefined {
  const [kind, id] = key.split('-')
  if (kind === 'supplier') return { supplierId: Number(id) }
  return kind === 'product' ? { productId: Number(id) } : undefined
}
const isTyped = (register: RegisterName): register is TypedName => register in typed
const opens = (register: RegisterName): boolean => register === 'suppliers' || register === 'products' || isTyped(register)
/** The typed row a row of a register is; what should have been typed and was not is none. */
function typedOf({ key }: RegisterRow): { register: TypedName; id: number } | undefined {
  const [kind, id] = key.split('-')
  const register = named.safeParse(kind).data
  return register && isTyped(register) ? { register, id: Number(id) } : undefined
}
const member: TableColumn<RegisterRow> = {
  key: 'patientName',
  render: (r) => (r.pid ? <Link to={`/patients/detail/${r.pid}`}>{r.patientName}</Link> : '—'),
}
/** What each register shows; the gap first, as it is what has to be done. */
const COLUMNS: Record<RegisterName, ReadonlyArray<TableColumn<RegisterRow>>> = {
  suppliers: ['gap', 'name', 'certificate', 'validUntil', 'note', 'at'],
  products: ['gap', 'name', 'certificate', 'validUntil', 'supplierName', 'note', 'at'],
  accepted: [
    'gap',
    'at',
    'paperNo',
    'name',
    'lot',
    'validUntil',
    'quantity',
    'supplierName',
    { key: 'checkedName', title: '验收人' },
    { key: 'note', title: '送货单和到货温度' },
  ],
  expiring: ['gap', 'validUntil', 'name', 'lot', 'quantity', 'supplierName', 'certificate', 'note'],
  rejected: ['gap', 'at', 'paperNo', 'name', 'lot', 'validUntil', 'quantity', 'supplierName', 'staffName', 'note'],
  outbound: ['gap', 'at', 'paperNo', 'name', 'lot', 'validUntil', 'quantity', 'supplierName', 'staffName', 'checkedName', 'note'],
  sales: ['gap', 'at', 'paperNo', 'name', 'lot', 'validUntil', 'quantity', member, 'supplierName', 'staffName', 'note'],
  recalls: ['gap', 'at', 'paperNo', 'name', 'lot', 'quantity', 'staffName', 'note'],
  climate: ['gap', 'at', { key: 'paperNo', title: '时间' }, 'name', 'kind', 'note', 'staffName', 'amends'],
  upkeep: ['gap', 'at', 'name', 'lot', 'quantity', 'kind', 'note', 'staffName', 'amends'],
  adverse: ['gap', 'at', 'kind', 'name', 'lot', member, 'note', { key: 'paperNo', title: '上报编号' }, 'staffName', 'amends'],
  equipment: [
    'gap',
    'at',
    'kind',
    'name',
    { key: 'paperNo', title: '设备编号' },
    'certificate',
    { key: 'validUntil', title: '下次日期' },
    'note',
    'staffName',
    'amends',
  ],
  training: [
    'gap',
    'at',
    'name',
    { key: 'paperNo', title: '学时' },
    'note',
    { key: 'validUntil', title: '下次日期' },
    'staffName',
    'amends',
  ],
}
