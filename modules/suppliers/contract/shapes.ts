import { id, page, perPage, text, z } from '#kernel/contract/index.ts'
import { approved, licenceState, supplierFields as f, supplierId } from './fields.ts'

export const Supplier = z.object({ supplierId, hid: id('门店'), ...f, licenceState, ...approved })
export type Supplier = z.output<typeof Supplier>
export const SaveSupplier = z.object({
  supplierId: supplierId.optional(),
  name: f.name,
  contactName: f.contactName.optional(),
  phone: f.phone.optional(),
  address: f.address.optional(),
  licenceNo: f.licenceNo.optional(),
  licenceExpires: f.licenceExpires.optional(),
  bank: f.bank.optional(),
  bankAccount: f.bankAccount.optional(),
  categories: f.categories.default([]),
  paymentDays: f.paymentDays.default(30),
  note: f.note.optional(),
})
/** GET /supplier/hospital/{id}: the id is a store; suppliers belong to its organisation. */
export const SupplierQuery = z.object({
  id: id('门店'),
  text: text('名称、联系人或电话').optional(),
  category: z.int().min(1).max(11).optional().meta({ label: '供应类别', format: 'count' }),
  status: f.status.optional(),
  licenceState: licenceState.optional(),
  ...perPage,
})
export const SupplierPage = page(Supplier)
export const ById = z.object({ id: supplierId })
export const SetStatus = z.object({ id: supplierId, status: f.status })
