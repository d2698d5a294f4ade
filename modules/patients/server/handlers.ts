import {
  columnsOf,
  change,
  excel,
  find,
  ident,
  implement,
  importHandlers,
  insert,
  join,
  locked,
  pageOf,
  remove,
  sheet,
  snake,
  sql,
  update,
  lit,
} from '#kernel/server/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { patients } from '../contract/endpoints.ts'
import { exportedFields, PatientRow, OthersInfo, PatientHit } from '../contract/shapes.ts'
import { findPatients } from './door.ts'
import { linkHandlers } from './handlers.links.ts'
import { recordHandlers } from './handlers.record.ts'
import { upkeepHandlers } from './handlers.upkeep.ts'
import { importPatients, usesOf } from './import.ts'
import { Exported, exportRows, latestHistory, patientIndex, patientOf, patientRows, patientShown } from './queries.ts'
import { announceLevel, changePatient, registerNew } from './save.ts'
import { sourceHandlers } from './sources.ts'
import { patientStates } from '../contract/states.ts'

export default implement(patients, {
  'patients.save': async (cx, input) => {
    if (!input.pid) return registerNew(cx, input)
    await changePatient(cx, input)
    return patientShown(cx, input.pid)
  },
  'patients.list': (cx, query) => patientRows(cx, { ...query, hid: ownStore(cx, query.hid) }),
  'patients.search-by-name': async (cx, { hid, name, limit }) => {
    const list = await findPatients(cx, name, limit, hid || cx.who.hid)
    return { list, total: list.length }
  },
  'patients.get': (cx, { id }) => patientShown(cx, id),
  'patients.index': (cx, { id }) => patientIndex(cx, id),
  'patients.delete': async (cx, { pid, version }) => {
    await locked(cx, 'patient', { pid, status: patientStates.is.present }, { version })
    const uses = await usesOf(cx, pid)
    if (uses.length) return cx.refuse('in_use', { what: `会员（已有${uses.join('、')}）` })
    await change(cx, 'patient', { pid }, {}, { status: patientStates.is.deleted })
    return null
  },
  'patients.batch-update': async (cx, { pids, levelReason, ...set }) => {
    if (set.levelId) await announceLevel(cx, { pids, levelId: set.levelId, reason: levelReason })
    const sets = Object.entries(set).filter(([, v]) => v !== undefined)
    if (!sets.length) return { changed: 0 }
    const changed = await cx.db.run(
      sql`
        update patient
        set ${join(sets.map(([k, v]) => sql`${ident(snake(k))} = ${v}`))}, version = version + 1
        where pid = any(${pids}) and status = ${lit(patientStates.is.present)}
      `,
    )
    return changed === new Set(pids).size ? { changed } : cx.refuse('not_found', { what: '会员' })
  },
  'patients.change-hospital': async (cx, { id, hid, version }) => {
    await locked(cx, 'patient', { pid: id, status: patientStates.is.present }, { version: version ?? null })
    const { hid: to } = await storeOf(cx, hid)
    await change(cx, 'patient', { pid: id }, {}, { hid: to })
    return patientShown(cx, id)
  },
  'patients.export': async (out, query) => {
    if (!out.who.hids.includes(query.hid)) return out.refuse('not_found', { what: '门店' })
    return excel(members, out.stream(Exported, exportRows(query)), `会员-${out.today}.xlsx`)
  },
  'patients.info-by-mobile': (cx, { mobile }) =>
    cx.db.rows(
      PatientHit,
      sql`
        select pid, member_no, name, gender, birth, mobile, null level_name
        from patient
        where mobile = ${mobile} and status = ${lit(patientStates.is.present)}
        order by pid desc
        limit 20
      `,
    ),
  ...sourceHandlers,
  'patients.others-info.list': (cx, query) =>
    pageOf(
      cx,
      {
        of: OthersInfo,
        select: columnsOf(OthersInfo, 'others_info'),
        from: sql`others_info`,
        where: [sql`pid = ${query.pid}`],
        order: sql`id desc`,
      },
      query,
    ),
  'patients.others-info.by-id': async (cx, { id }) => (await find(cx, 'others_info', { id })) ?? cx.refuse('not_found', { what: '病史' }),
  'patients.others-info.get': async (cx, { pid }) => {
    await patientOf(cx, pid)
    return (await latestHistory(cx, pid)) ?? null
  },
  'patients.others-info.delete': async (cx, { id }) => {
    if (!(await remove(cx, 'others_info', { id }))) return cx.refuse('not_found', { what: '病史' })
    return null
  },
  'patients.others-info.save': async (cx, { id, pid, ...fields }) => {
    const patient = await patientOf(cx, pid)
    const values = { ...fields, pid, hid: cx.who.hid }
    const row = id ? await update(cx, 'others_info', { id, pid }, values) : await insert(cx, 'others_info', values)
    if (!row) return cx.refuse('not_found', { what: '病史' })
    await change(cx, 'patient', { pid }, {}, { allergy: fields.allergy ?? patient.allergy })
    // The row is that shape: what the compiler sees as any number or text, constraints keep within its choices.
    return row as unknown as OthersInfo
  },
  ...recordHandlers,
  ...upkeepHandlers,
  ...linkHandlers,
  ...importHandlers('patients', importPatients),
})

const members = sheet('会员', PatientRow, exportedFields)
