import { Form, t, toast, today, type FormItem, type LineColumn } from '#kernel/web/index.ts'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { purchasing } from '../../contract/endpoints.ts'
import type { Contract, ContractLine } from '../../contract/shapes.ts'
import { contractStates } from '../../contract/states.ts'
import '../purchasing.css'

const TYPED = ['productId', 'brand', 'sphFrom', 'sphTo', 'cylFrom', 'cylTo', 'quantityFrom', 'quantityTo', 'cost', 'note'] as const
const typed = (line: ContractLine) => Object.fromEntries(TYPED.flatMap((key) => (line[key] === null ? [] : [[key, line[key]]])))
const goods: LineColumn = {
  key: 'productId',
  width: 260,
  control: (line, change) => (
    <ProductPicker chosen={Number(line.productId) || undefined} services={false} onChange={(p) => change({ productId: p?.productId })} />
  ),
}
const columns: ReadonlyArray<string | LineColumn> = [
  goods,
  { key: 'brand', width: 110 },
  { key: 'sphFrom', width: 84 },
  { key: 'sphTo', width: 84 },
  { key: 'cylFrom', width: 84 },
  { key: 'cylTo', width: 84 },
  { key: 'quantityFrom', width: 72 },
  { key: 'quantityTo', width: 72 },
  { key: 'cost', width: 110 },
]
type Item = FormItem<
  | 'name'
  | 'supplierId'
  | 'contractNo'
  | 'startsOn'
  | 'endsOn'
  | 'paymentDays'
  | 'creditLimit'
  | 'warrantyDays'
  | 'returnDays'
  | 'note'
  | 'lines'
>

/** Supplier; selecting one fills in its payment term. */
const supplier = (chosenLabel: string | undefined, disabled: boolean): Item => ({
  key: 'supplierId',
  span: 6,
  control: (form, id) => (
    <SupplierPicker
      id={id}
      disabled={disabled}
      chosen={Number(form.values.supplierId) || undefined}
      chosenLabel={chosenLabel}
      onChange={(v, s) => (form.set('supplierId', v), s && form.set('paymentDays', s.paymentDays))}
    />
  ),
})

/** Contract form: parties, term, conditions, prices. */
export function ContractForm({
  contract,
  copy,
  onDone,
  onLeave,
}: {
  contract?: Contract
  copy?: Contract
  onDone: (contract: Contract) => void
  onLeave: () => void
}) {
  const source = contract ?? copy
  const fixed = contract !== undefined && contract.status !== contractStates.is.draft
  const fields: readonly Item[] = [
    supplier(source?.supplierName, fixed),
    { key: 'name', span: 6 },
    { key: 'contractNo', span: 4, placeholder: t`留空自动编号` },
    { key: 'startsOn', span: 4 },
    { key: 'endsOn', span: 4 },
    { key: 'paymentDays', span: 3 },
    { key: 'creditLimit', span: 3 },
    { key: 'warrantyDays', span: 3 },
    { key: 'returnDays', span: 3 },
    { key: 'note', span: 12 },
    ...(fixed ? [] : [{ group: '价格', items: [{ key: 'lines' as const, label: '', blank: { quantityFrom: 1 }, columns }] }]),
  ]
  const common = { fields, onLeave, invalidates: [purchasing['contracts.list'], purchasing['contracts.get']] }
  const onSaved = (c: Contract) => (toast(t`合同 ${c.contractNo} 已保存`, 'ok'), onDone(c))
  const lines = source ? source.lines.map(typed) : [{ quantityFrom: 1 }]
  return (
    <div className="contract-lines">
      {contract ? (
        <Form
          of={purchasing['contracts.update']}
          fixed={{ contractId: contract.contractId, version: contract.version }}
          initial={{ ...contract, ...(fixed ? { lines: undefined } : { lines }) }}
          {...common}
          onDone={onSaved}
        />
      ) : (
        <Form
          of={purchasing['contracts.create']}
          initial={copy ? { ...copy, contractNo: undefined, startsOn: today(), lines } : { startsOn: today(), lines }}
          {...common}
          onDone={onSaved}
        />
      )}
    </div>
  )
}
