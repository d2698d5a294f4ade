import { implement, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { versionsOf } from '#modules/exams/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { records } from '../contract/endpoints.ts'
import { saveEcase, voidEcase } from './ecase.ts'
import { createRx, deleteRx, editRx, replaceRx, reviewRx, rxPaper, signRx, voidRx } from './prescription/prescribe.ts'
import { okjingHandlers } from './okjing/handlers.ts'
import { createOutside, editOutside, outsidePhoto } from './outside.ts'
import { refreshRx, rereadRx } from './prescription/reread.ts'
import { findHandlers, icdHandlers } from './icd10.ts'
import { ecase, ecases, waitingEcases, prescription, prescriptions } from './queries.ts'
import { treatmentHandlers } from './treatment.ts'

const versions = async (cx: Cx, table: string, { pid }: { pid: number }, id: number) => {
  const list = await versionsOf(cx, table, id)
  return { pid, list, total: list.length }
}

export default implement(records, {
  ...okjingHandlers,
  'frame.rx-glasses.create': createOutside,
  'frame.rx-glasses.update': editOutside,
  'frame.rx-glasses.photo': outsidePhoto,
  // Of a member, or by its number: wherever it was written in the chain. Without these: of the store asked for, or the one worked in.
  'prescription.list': async (cx, query) => {
    if (query.pid) await patientOf(cx, query.pid)
    const hid = (query.pid || query.rxNo) && query.hid === undefined ? undefined : ownStore(cx, query.hid ?? cx.who.hid)
    return prescriptions(
      cx,
      [
        query.pid ? sql`r.pid = ${query.pid}` : false,
        hid !== undefined && sql`r.hid = ${hid}`,
        query.rxNo ? sql`starts_with(r.rx_no, ${query.rxNo})` : false,
        query.status?.length ? sql`r.status = any(${query.status})` : false,
      ],
      query,
    )
  },
  'prescription.reread': (cx, { id }) => rereadRx(cx, id),
  'prescription.refresh': (cx, input) => refreshRx(cx, input),
  'prescription.get': (cx, { id }) => prescription(cx, id),
  'prescription.create': (cx, input) => createRx(cx, input),
  'prescription.update': (cx, input) => editRx(cx, input),
  'prescription.delete': (cx, { id, reason }) => deleteRx(cx, id, reason),
  'prescription.print': (cx, { id }) => rxPaper(cx, id),
  'prescription.sign': (cx, input) => signRx(cx, input),
  'prescription.review': (cx, input) => reviewRx(cx, input),
  'prescription.void': (cx, { id, reason, version }) => voidRx(cx, id, reason, version),
  'prescription.replace': (cx, input) => replaceRx(cx, input),
  'ecase.list': (cx, query) => ecases(cx, query.pid, query),
  'ecase.waiting': (cx, { hid, ...query }) => waitingEcases(cx, ownStore(cx, hid), query),
  'ecase.info': (cx, { id }) => ecase(cx, id),
  'prescription.versions': async (cx, { id }) => versions(cx, 'prescription', await prescription(cx, id), id),
  'ecase.versions': async (cx, { id }) => versions(cx, 'ecase', await ecase(cx, id), id),
  'ecase.save': (cx, input) => saveEcase(cx, input),
  'ecase.void': (cx, { id, reason }) => voidEcase(cx, id, reason),
  ...treatmentHandlers,
  ...icdHandlers,
  ...findHandlers,
})
