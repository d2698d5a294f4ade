import { del, done, get, post } from '#kernel/contract/index.ts'
import { ById, SaveSupplier, SetStatus, Supplier, SupplierPage, SupplierQuery } from './shapes.ts'

export const suppliers = {
  'supplier.by-hospital': get('/supplier/hospital/{id}', {
    store: 'id',
    can: 'supplier:view',
    summary: 'Suppliers of the chain, as a store sees them',
    input: SupplierQuery,
    output: SupplierPage,
  }),
  'supplier.info': get('/supplier/info/{id}', { can: 'supplier:view', summary: 'One supplier', input: ById, output: Supplier }),
  'supplier.save': post('/supplier/insertOrUpdate', {
    changes: 'supplierId',
    can: 'supplier:edit',
    summary: 'Creates or changes a supplier',
    input: SaveSupplier,
    output: Supplier,
    fails: ['supplier_exists'],
  }),
  'supplier.status': post('/supplier/{id}/status/{status}', {
    can: 'supplier:edit',
    summary: 'Puts a supplier in use (0) or out of use (1)',
    input: SetStatus,
    output: Supplier,
  }),
  'supplier.delete': del('/supplier', {
    can: 'supplier:edit',
    summary: 'Deletes a supplier that nothing refers to',
    input: ById,
    output: done(),
  }),
}
export default suppliers
