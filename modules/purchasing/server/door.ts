/** Door of purchasing. */
export { agreedCost, agreedCosts, contractTerms } from './agreed.ts'
export { makeGood, makeGoodNoMore } from './credits.ts'
export { keepScan, scanAnswer } from './scan.ts'
