import { count, date, file, id, ImportUpload, page, perPage, text, z } from '#kernel/contract/index.ts'
import { contractFields as f, contractId, contractStatus, createdAt, lineFields, reason, supplierName, version } from './fields.ts'
import { contract } from './states.ts'

/** A contract price. Ranges include their end; empty ranges match everything. */
export const ContractLine = z.object({
  lineId: id('价格'),
  ...lineFields,
  productName: text('商品', { max: 120, width: 220 }).nullable(),
})
export type ContractLine = z.output<typeof ContractLine>
export const ContractRow = z.object({
  contractId,
  hid: id('签订门店'),
  hospitalName: text('签订门店'),
  ...f,
  supplierName,
  fileId: id('合同文件').nullable(),
  fileName: text('合同文件', { max: 200 }).nullable(),
  status: contractStatus,
  terminatedOn: date('终止日期').nullable(),
  daysLeft: z.int().meta({ label: '剩余天数', format: 'count' }),
  priceLines: count('价格行数'),
  version,
  staffName: text('登记人').nullable(),
  createdAt,
})
export type ContractRow = z.output<typeof ContractRow>
export const Contract = ContractRow.extend({ lines: z.array(ContractLine).meta({ label: '价格' }) })
export type Contract = z.output<typeof Contract>
export const ContractPage = page(ContractRow)
export const ContractQuery = z.object({
  supplierId: f.supplierId.optional(),
  status: contractStatus.optional(),
  text: text('合同编号、名称或供应商').optional(),
  ...perPage,
})
export type ContractQuery = z.output<typeof ContractQuery>
export const ById = z.object({ id: contractId })
export const ContractFile = ById.extend({ file: file('合同文件') })

const NewLine = z.object({
  productId: lineFields.productId.optional(),
  brand: lineFields.brand.optional(),
  sphFrom: lineFields.sphFrom.optional(),
  sphTo: lineFields.sphTo.optional(),
  cylFrom: lineFields.cylFrom.optional(),
  cylTo: lineFields.cylTo.optional(),
  quantityFrom: lineFields.quantityFrom.default(1),
  quantityTo: lineFields.quantityTo.optional(),
  cost: lineFields.cost,
  note: lineFields.note.optional(),
})
export type NewLine = z.output<typeof NewLine>
const lines = z.array(NewLine).max(2000).meta({ label: '价格' })
const terms = {
  name: f.name,
  startsOn: f.startsOn,
  endsOn: f.endsOn,
  applyStores: f.applyStores.optional(),
  paymentDays: f.paymentDays.optional(),
  creditLimit: f.creditLimit.optional(),
  warrantyDays: f.warrantyDays.optional(),
  returnDays: f.returnDays.optional(),
  note: f.note.optional(),
}
/** Defaults: a generated number, the current store, the supplier's payment term. */
export const NewContract = z.object({
  contractNo: f.contractNo.optional(),
  supplierId: f.supplierId,
  ...terms,
  lines: lines.default([]),
})
export type NewContract = z.output<typeof NewContract>
/** PUT /contracts/{contractId}. Omitted `lines` stay. Lines, supplier, number and start of a contract in force cannot change. */
export const EditContract = z.object({
  contractId,
  version: version.optional(),
  contractNo: f.contractNo.optional(),
  supplierId: f.supplierId,
  ...terms,
  lines: lines.optional(),
})
export type EditContract = z.output<typeof EditContract>
export const ContractStatus = z.object({
  id: contractId,
  status: z.literal([contract.is.active, contract.is.terminated]).meta({ ...contractStatus.meta() }),
  version: version.optional(),
  reason: reason.optional(),
})

/** A row of a supplier's price list: goods by bar code or name, or a whole brand. Ranges may be written in either direction. */
export const ImportPrice = z.object({
  barCode: text('条码').nullable().optional(),
  productName: text('商品', { max: 120 }).nullable().optional(),
  brand: lineFields.brand.optional(),
  sphFrom: lineFields.sphFrom.optional(),
  sphTo: lineFields.sphTo.optional(),
  cylFrom: lineFields.cylFrom.optional(),
  cylTo: lineFields.cylTo.optional(),
  quantityFrom: lineFields.quantityFrom.nullable().optional(),
  quantityTo: lineFields.quantityTo.optional(),
  cost: lineFields.cost,
  note: lineFields.note.optional(),
})
export const ImportPricesUpload = ImportUpload.extend({ contractId })
export type ImportPricesUpload = z.output<typeof ImportPricesUpload>
