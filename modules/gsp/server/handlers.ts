import { familyHandlers, implement, type Cx } from '#kernel/server/index.ts'
import { usableWarehouse } from '#modules/stock/server/door.ts'
import { gsp } from '../contract/endpoints.ts'
import { approvalOf, approvalPage, askApproval, decideApproval, keepPaperFile, paperFile } from './approvals.ts'
import families from '../contract/families.ts'
import { importClimate } from './climate.ts'
import { lotFile, lotPage, lotSuppliers, lotTrail } from './lots.ts'
import { createRecall, endRecall, noteCall, recallOf, recallPage } from './recalls.ts'
import { registerFile, registerPage, registerSums } from './registers.ts'

/** What names no warehouse is of the store's own. */
const inWarehouse = {
  beforeSave: async <V extends { hid: number; warehouseId: number | null }>(cx: Cx<'warehouse_off'>, values: V): Promise<V> => ({
    ...values,
    warehouseId: await usableWarehouse(cx, values.hid, values.warehouseId ?? undefined),
  }),
}

export default implement(gsp, {
  ...familyHandlers(families, { 'gsp-limits': inWarehouse, 'gsp-climate': inWarehouse, 'gsp-upkeep': inWarehouse }),
  'gsp.climate-import': importClimate,
  'gsp.registers': registerSums,
  'gsp.register': registerPage,
  'gsp.register-export': async (out, query) => registerFile(out, query),
  'gsp.lots': lotPage,
  'gsp.lot-suppliers': lotSuppliers,
  'gsp.lots-export': lotFile,
  'gsp.lot': lotTrail,
  'approvals.list': approvalPage,
  'approvals.get': (cx, { id }) => approvalOf(cx, id),
  'approvals.ask': askApproval,
  'approvals.decide': decideApproval,
  'approvals.keep-file': (out, { id, file }) => keepPaperFile(out, id, file),
  'approvals.file': (out, { id }) => paperFile(out, id),
  'recalls.list': recallPage,
  'recalls.get': (cx, { id }) => recallOf(cx, id),
  'recalls.create': createRecall,
  'recalls.call': noteCall,
  'recalls.end': endRecall,
})
