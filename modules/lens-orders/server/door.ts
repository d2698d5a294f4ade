/** What other modules may ask of orders. */
export { creditOf } from './credit.ts'
export { lotWanted, traceWanted } from './lots.ts'
