/** Pieces of messages that other modules show. */
export { SmsCharge } from './SmsCharge.tsx'
