/**
 * Door of stock. A quantity is the balance of a batch's account in the ledger book `stock` (floor 0). It changes by entries only and
 * therefore always equals the sum of all movements.
 */
export { available, onShelf, onHand, issue, takeBack, stillOut, stockWarnings } from './papers/issue.ts'
export { sameLot } from './batch/codes.ts'
export { receive } from './papers/receive.ts'
export { usableWarehouse } from './warehouses.ts'
export { checkApproved } from './batch/lawful.ts'
export { historyShown, moveTo } from './papers.ts'
export { freeHeld, heldPieces, lockBatches, receivePaper } from './output/held.ts'
export { demandOf, type Sku } from './output/demand.ts'
export { sendBack } from './papers/send-back.ts'
export type { IssueFail, ReceiveFail } from '../contract/refusals.ts'
