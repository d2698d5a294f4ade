/** What other modules may ask of orders. */
export { creditOf } from './credit.ts'
