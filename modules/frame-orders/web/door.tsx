/** Pieces of glasses' orders that later modules show. */
export { PrescriptionPicker } from './new/PrescriptionPicker.tsx'
export { Receiver, firstReceiver } from './order/Receiver.tsx'
