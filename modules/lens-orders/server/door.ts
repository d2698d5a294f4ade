/** What other modules may ask of orders. */
export { creditOf } from './money/credit.ts'
export { lotWanted, traceWanted } from './receive/lots.ts'
