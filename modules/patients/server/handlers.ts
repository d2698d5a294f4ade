import { find, implement, insert, pageOf, remove, sql, update, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patients } from '../contract/endpoints.ts'
import type { OthersInfo, PatientHit, Source } from '../contract/shapes.ts'
import type { z } from '#kernel/contract/index.ts'
import { findPatients, patientOf } from './door.ts'
import { patientIndex, patientRows, patientShown } from './queries.ts'
import { changePatient, registerPatient } from './save.ts'

type SourceRow = z.output<typeof Source>

export default implement(patients, {
  'patients.save': async (cx, input) => {
    const row = input.pid ? await changePatient(cx, input) : await registerPatient(cx, input)
    return patientShown(cx as Cx, row.pid as number)
  },
  'patients.list': (cx, query) => patientRows(cx, { ...query, hid: ownStore(cx, query.hid) }),
  'patients.search-by-name': async (cx, { name, limit }) => {
    const list = await findPatients(cx, name, limit)
    return { list, total: list.length }
  },
  'patients.get': (cx, { id }) => patientShown(cx, id),
  'patients.index': (cx, { id }) => patientIndex(cx, id),
  'patients.delete': async (cx, { pid, version }) => {
    const was = await patientOf(cx, pid)
    if (version !== undefined && version !== was.version) return cx.refuse('stale', { what: '会员' })
    await update(cx, 'patient', { pid }, { status: 9, version: (was.version as number) + 1 })
    return null
  },
  'patients.info-by-mobile': (cx, { mobile }) => cx.db.rows<PatientHit>(sql`select pid, member_no, name, gender, birth, mobile, null level_name from patient where mobile = ${mobile} and status = 0 order by pid desc limit 20`),
  'patients.source.list': (cx, query) => pageOf<SourceRow>(cx, { select: sql`*`, from: sql`patient_source`, where: [sql`hid = ${query.hid}`], order: sql`sort, id` }, query),
  'patients.source.save': async (cx, { id, ...source }) => {
    ownStore(cx, source.hid)
    const row = id ? await update(cx, 'patient_source', { id }, source) : await insert(cx, 'patient_source', source)
    return (row as unknown as SourceRow | undefined) ?? cx.refuse('not_found', { what: '来源' })
  },
  'patients.source.delete': async (cx, { id }) => {
    if (!(await remove(cx, 'patient_source', { id }))) return cx.refuse('not_found', { what: '来源' })
    return null
  },
  'patients.others-info.list': (cx, query) => pageOf<OthersInfo>(cx, { select: sql`*`, from: sql`others_info`, where: [sql`pid = ${query.pid}`], order: sql`id desc` }, query),
  'patients.others-info.by-id': async (cx, { id }) => ((await find(cx, 'others_info', { id })) as unknown as OthersInfo | undefined) ?? cx.refuse('not_found', { what: '病史' }),
  'patients.others-info.save': async (cx, { id, pid, ...told }) => {
    const patient = await patientOf(cx, pid)
    const values = { ...told, pid, hid: cx.who.hid }
    const row = id ? await update(cx, 'others_info', { id, pid }, values) : await insert(cx, 'others_info', values)
    if (!row) return cx.refuse('not_found', { what: '病史' })
    await update(cx, 'patient', { pid }, { allergy: told.allergy ?? patient.allergy, version: (patient.version as number) + 1 })
    return row as unknown as OthersInfo
  },
})
