import { z } from '#kernel/contract/index.ts'
import { storeFields } from './fields.ts'

/** A store with fields for prints, hours and limits. */
export const Store = z.object(storeFields)
export type Store = z.output<typeof Store>
/** Required fields of a new store. */
export const StoreRow = z.object({ hid: storeFields.hid, name: storeFields.name, shortName: storeFields.shortName })
/** Fields a store may change itself; hours have their own call. */
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
/** Working hours: up to three spans (PUT /saler/hours), by default of the current store. */
export const Hours = z.object({
  hid: storeFields.hid.optional(),
  timeOpen: storeFields.timeOpen,
  timeClose: storeFields.timeClose,
  timeOpen2: storeFields.timeOpen2.optional(),
  timeClose2: storeFields.timeClose2.optional(),
  timeOpen3: storeFields.timeOpen3.optional(),
  timeClose3: storeFields.timeClose3.optional(),
})
