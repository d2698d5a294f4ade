/** Door of payments: components for other modules. */
export { PayByCode } from './PayByCode.tsx'
