/** Door of stock: components for other modules. */
export { useWarehouses } from './paper/fields.tsx'
