/** Payments by a code for whatever a later module sells, and the prices a store pays for services. */
export { channels, lockOrders, markBooked, newOrder, orderNumber, paidUnbooked, showCode } from './orders.ts'
export { askState, takeByCode } from './settle.ts'
