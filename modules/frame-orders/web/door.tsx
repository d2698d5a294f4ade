/** Pieces of glasses' orders that later modules show. */
export { LinePicker, PrescriptionPicker } from './new/PrescriptionPicker.tsx'
export { OnAnother, Stopped, StoppedMark } from './Stopped.tsx'
export { PickupProof, Receiver, collectorMissing, firstReceiver, usePickupProof, type CollectorInput } from './order/Receiver.tsx'
