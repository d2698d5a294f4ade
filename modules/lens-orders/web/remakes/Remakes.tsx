import { Button, Modal } from 'antd'
import { useState } from 'react'
import { metaOf, showMoney } from '#kernel/contract/index.ts'
import {
  DataTable,
  Figures,
  Form,
  Link,
  Money,
  Screen,
  t,
  toast,
  today,
  tr,
  useCall,
  useDays,
  useHolds,
  useSearch,
  useWho,
  type TableColumn,
  type FormItem,
} from '#kernel/web/index.ts'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { lensOrders } from '../../contract/endpoints.ts'
import { Remake, type CreditRemake, type RemakeFilters, type RemakeSum } from '../../contract/remakes/remakes.ts'

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
interface Writing {
  readonly row: Remake
  readonly back: boolean
}
/** What was made twice, what it cost whom, and what suppliers made good of it. */
export default function Remakes() {
  const { hid } = useWho()
  const holds = useHolds()
  const [search] = useSearch()
  const [writing, setWriting] = useState<Writing>()
  const [startTime, endTime] = useDays('startTime', 'endTime')
  const filters = Object.fromEntries(NARROWING.flatMap((key) => (search[key] ? [[key, search[key]]] : [])))
  const sums = useCall(lensOrders['remakes.sums'], { hid, startTime, endTime, ...filters }, { live: ['orders', 'frame-orders'] })
  return (
    <Screen fill>
      <Sums of={sums.data ?? []} />
      <DataTable
        of={lensOrders['remakes.list']}
        exportOf={lensOrders['remakes.export']}
        input={{ hid }}
        rowKey="key"
        live={['orders', 'frame-orders']}
        columns={columns}
        filters={[...NARROWING, { range: ['startTime', 'endTime'], label: '日期' }]}
        {...(holds('payorder:edit') ? { actions: (row: Remake) => <CreditSteps of={row} write={setWriting} /> } : {})}
        empty={{ text: t`这段时间没有拒收、不合格、返工或售后` }}
      />
      {writing && <Credit of={writing} close={() => setWriting(undefined)} />}
    </Screen>
  )
}
const NARROWING = ['what', 'cause', 'payer'] as const satisfies ReadonlyArray<keyof RemakeFilters>
const labels = (field: 'cause' | 'payer') => metaOf(Remake.shape[field]).options ?? {}
const words = (field: 'cause' | 'payer', value: string): string => tr(labels(field)[value] ?? value)

/** What each party bears, the supplier's beside what it made good, and the cause that costs most. */
function Sums({ of: sum }: { of: readonly RemakeSum[] }) {
  const borne = (payer: string) => sum.filter((s) => s.payer === payer).reduce((sum, s) => sum + s.cost, 0)
  const made = sum.reduce((sum, s) => sum + s.credited, 0)
  const [dearest] = sum
  return (
    <Figures
      items={[
        { label: '次数', value: sum.reduce((n, s) => n + s.count, 0), note: t`共 ${sum.reduce((n, s) => n + s.pieces, 0)} 件` },
        ...Object.keys(labels('payer')).map((payer) => ({
          label: words('payer', payer),
          value: showMoney(borne(payer)),
          note: payer === 'supplier' && made ? t`供应商已赔付 ${showMoney(made)}` : t`承担`,
        })),
        {
          label: '费用最高的原因',
          value: dearest ? words('cause', dearest.cause) : '—',
          note: dearest ? showMoney(dearest.cost) : undefined,
        },
      ]}
    />
  )
}
const columns: ReadonlyArray<TableColumn<Remake>> = [
  { key: 'at', sort: false },
  { key: 'what', sort: false },
  { key: 'cause', sort: false },
  {
    key: 'orderNo',
    sort: false,
    render: (r) => (r.recordFrameId === null ? r.orderNo : <Link to={`/frame/edit/${r.recordFrameId}`}>{r.orderNo}</Link>),
  },
  { key: 'foundAt', sort: false },
  { key: 'side', sort: false },
  { key: 'pieces', sort: false },
  { key: 'productName', sort: false },
  { key: 'supplierName', sort: false },
  { key: 'staffName', sort: false },
  { key: 'payer', sort: false },
  { key: 'cost', sort: false, render: (r) => <Money of={r.cost} /> },
  { key: 'credited', sort: false, render: (r) => (r.credited === null ? '—' : <Money of={r.credited} />) },
  { key: 'creditNos', sort: false },
  { key: 'note', sort: false },
]

const CreditSteps = ({ of: row, write }: { of: Remake; write: (writing: Writing) => void }) => (
  <>
    <Button type="link" size="small" onClick={() => write({ row, back: false })}>{t`登记赔付`}</Button>
    {row.credited !== null && <Button type="link" size="small" onClick={() => write({ row, back: true })}>{t`撤回赔付`}</Button>}
  </>
)
/** Of a line no supplier bears. */
const whose: FormItem<keyof CreditRemake & string> = {
  key: 'supplierId',
  span: 12,
  control: (form, id) => <SupplierPicker id={id} chosen={numberIn(form.values.supplierId)} onChange={(to) => form.set('supplierId', to)} />,
}
/** A credit note of a supplier for one line, or one that was a mistake. */
function Credit({ of: { row, back }, close }: { of: Writing; close: () => void }) {
  const { hid } = useWho()
  const common = {
    fixed: { hid, key: row.key },
    invalidates: [lensOrders['remakes.list'], lensOrders['remakes.sums']],
    onLeave: close,
  }
  return (
    <Modal title={back ? t`撤回赔付` : t`登记赔付`} open onCancel={close} footer={null} destroyOnHidden>
      <p className="soft">{[row.orderNo, row.productName, row.supplierName].filter(Boolean).join(' · ')}</p>
      {back ? (
        <Form
          of={lensOrders['remakes.uncredit']}
          {...common}
          initial={{ docNo: row.creditNos ?? '' }}
          fields={[
            { key: 'docNo', span: 12 },
            { key: 'reason', span: 12 },
          ]}
          onDone={() => (toast(t`供应商赔付已撤回`, 'ok'), close())}
        />
      ) : (
        <Form
          of={lensOrders['remakes.credit']}
          {...common}
          initial={{ day: today() }}
          fields={[
            ...(row.supplierName === null ? [whose] : []),
            { key: 'docNo', span: 12 },
            { key: 'day', span: 6 },
            { key: 'amount', span: 6 },
            { key: 'note', span: 12 },
          ]}
          onDone={() => (toast(t`供应商赔付已登记`, 'ok'), close())}
        />
      )}
    </Modal>
  )
}
