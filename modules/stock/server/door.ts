/**
 * What other modules may do with stock. A quantity is the balance of a batch's account in the ledger book 'stock' (floor 0): it changes by
 * entries only, so that it is always the sum of what came in and went out.
 */
export { available, onShelf, onHand, issue, takeBack, stillOut, stockWarnings } from './issue.ts'
export { sameLot } from './codes.ts'
export { receive } from './receive.ts'
export { usableWarehouse } from './warehouses.ts'
export { approved } from './lawful.ts'
export { historyShown, moveTo } from './papers.ts'
export { freeHeld, heldPieces, lockBatches, receivePaper } from './held.ts'
export { demandOf, type Sku } from './demand.ts'
export { sendBack } from './send-back.ts'
export type { IssueFail, ReceiveFail } from '../contract/refusals.ts'
