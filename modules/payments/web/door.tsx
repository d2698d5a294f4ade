/** Pieces of payments that other modules show. */
export { PayByCode } from './PayByCode.tsx'
