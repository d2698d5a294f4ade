/** Door of payments: code payments for later modules, and prices of services. */
export { channels, lockOrders, markBooked, newOrder, orderNumber, paidUnbooked, showCode } from './orders.ts'
export { askState, takeByCode } from './settle.ts'
