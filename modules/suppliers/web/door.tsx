export { SupplierList } from './SupplierList.tsx'
export { SupplierPicker } from './SupplierPicker.tsx'
