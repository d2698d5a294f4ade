import { z } from '#kernel/contract/index.ts'
import { storeFields } from './fields.ts'

/** A store with what prints, hours and limits need. */
export const Store = z.object(storeFields)
export type Store = z.output<typeof Store>
/** What is asked for at least when a store is opened. */
export const StoreRow = z.object({ hid: storeFields.hid, name: storeFields.name, shortName: storeFields.shortName })
/** What the store itself may change; its hours have a call of their own. */
export const EditStore = z.object({
  hid: storeFields.hid,
  name: storeFields.name,
  shortName: storeFields.shortName,
  phone: storeFields.phone.optional(),
  address: storeFields.address.optional(),
  logo: storeFields.logo.optional(),
  sightStandard: storeFields.sightStandard.optional(),
  memberDiscountMin: storeFields.memberDiscountMin.optional(),
  isOptRequired: storeFields.isOptRequired.optional(),
  orderMethod: storeFields.orderMethod.optional(),
  includeOrgName: storeFields.includeOrgName.optional(),
  printFoot: storeFields.printFoot.optional(),
  printHead: storeFields.printHead.optional(),
  hospitalNote: storeFields.hospitalNote.optional(),
  openedOn: storeFields.openedOn.optional(),
})
export const StoreQuery = z.object({ hid: storeFields.hid })
/** Working hours: up to three slots (PUT /saler/hours), of the store worked in unless another one is said. */
export const Hours = z.object({
  hid: storeFields.hid.optional(),
  timeOpen: storeFields.timeOpen,
  timeClose: storeFields.timeClose,
  timeOpen2: storeFields.timeOpen2.optional(),
  timeClose2: storeFields.timeClose2.optional(),
  timeOpen3: storeFields.timeOpen3.optional(),
  timeClose3: storeFields.timeClose3.optional(),
})
