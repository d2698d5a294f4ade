/** Pieces of payments that other modules show. */
export { PayByCode, type PayByCodeProps } from './PayByCode.tsx'
