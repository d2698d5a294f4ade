/**
 * Door of stock. A quantity is the balance of a batch's account in the ledger book `stock` (floor 0). It changes by entries only and
 * therefore always equals the sum of all movements.
 */
export { available, onShelf, onHand, issue, takeBack, stillOut, stockWarnings } from './issue.ts'
export { sameLot } from './codes.ts'
export { receive } from './receive.ts'
export { usableWarehouse } from './warehouses.ts'
export { checkApproved } from './lawful.ts'
export { historyShown, moveTo } from './papers.ts'
export { freeHeld, heldPieces, lockBatches, receivePaper } from './held.ts'
export { demandOf, type Sku } from './demand.ts'
export { sendBack } from './send-back.ts'
export type { IssueFail, ReceiveFail } from '../contract/refusals.ts'
