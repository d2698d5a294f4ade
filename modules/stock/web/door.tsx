/** Pieces of the stock that other modules show. */
export { useWarehouses } from './paper/fields.tsx'
