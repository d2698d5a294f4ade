/** Door of messages: components for other modules. */
export { SmsCharge } from './SmsCharge.tsx'
