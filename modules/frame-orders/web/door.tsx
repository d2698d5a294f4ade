/** Pieces of glasses' orders that later modules show. */
export { PrescriptionPicker } from './new/PrescriptionPicker.tsx'
export { Receiver, collectorMissing, firstReceiver, type Collector } from './order/Receiver.tsx'
