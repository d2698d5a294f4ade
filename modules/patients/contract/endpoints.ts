import { binary, done, del, get, id, importEndpoints, outside, page, perPage, phone, post, put, z } from '#kernel/contract/index.ts'
import { links } from './endpoints.links.ts'
import { record } from './endpoints.record.ts'
import { upkeep } from './endpoints.upkeep.ts'
import { patientFields, pid } from './fields.ts'
import {
  BatchUpdate,
  Changed,
  ChangeHospital,
  Hits,
  OrderSources,
  OthersInfo,
  Patient,
  PatientHit,
  PatientIndex,
  PatientPage,
  PatientQuery,
  SaveOthersInfo,
  SavePatient,
  SaveSource,
  SearchQuery,
  Source,
  SourcePage,
  SourceQuery,
} from './shapes.ts'

const view = { can: 'patient:view' } as const

export const patients = {
  'patients.save': post('/patient/addOrupdate', {
    can: 'patient:save',
    summary: 'Registers or changes a member',
    input: SavePatient,
    reads: 'one',
    output: Patient,
    fails: ['exists', 'exists_card', 'exists_who', 'born_later'],
  }),
  'patients.list': get('/patient/list/{hid}', {
    ...view,
    summary: 'Members of a store',
    input: PatientQuery,
    reads: 'many',
    output: PatientPage,
  }),
  'patients.search-by-name': get('/patient/likelist/{hid}', {
    ...view,
    summary: 'Finds members of the chain by part of a name, pinyin, number tail or member number',
    input: SearchQuery,
    reads: 'many',
    output: Hits,
  }),
  'patients.get': get('/patient/getone/{id}', {
    ...view,
    summary: 'One member',
    input: z.object({ id: pid }),
    output: Patient,
    reads: 'one',
    member: 'id',
  }),
  'patients.index': get('/patient/index/{id}', {
    ...view,
    summary: "Head of the member's page: ages, balances, alerts",
    input: z.object({ id: pid }),
    output: PatientIndex,
    reads: 'one',
    member: 'id',
  }),
  'patients.delete': put('/patient/delete/', {
    can: 'patient:delete',
    summary: 'Takes a member off the lists; the record is kept',
    input: z.object({ pid, version: patientFields.version.optional() }),
    output: done(),
  }),
  'patients.batch-update': put('/patient/batch_update', {
    can: 'patient:batch',
    summary: 'Level, source, adviser of many members',
    input: BatchUpdate,
    output: Changed,
  }),
  'patients.change-hospital': put('/patient/change-hospital/{id}', {
    // Where the member goes to, which need not be a store of one's own.
    store: null,
    can: 'patient:save',
    summary: 'Gives a member another home store of the chain',
    input: ChangeHospital,
    reads: 'one',
    member: 'id',
    output: Patient,
  }),
  'patients.export': outside.get('/patient/export/{hid}', {
    can: 'patient:export',
    summary: 'The members of a list as an Excel file',
    input: PatientQuery,
    reads: 'many',
    output: binary(),
    binary: true,
    timeout: 60,
  }),
  'patients.info-by-mobile': get('/patient/info-bymobile', {
    ...view,
    summary: 'Members with a number',
    input: z.object({ mobile: phone() }),
    reads: 'many',
    output: z.array(PatientHit),
  }),
  'patients.source.list': get('/patient/source/list/{hid}', {
    ...view,
    summary: 'Where members come from (pageSize 0 = all)',
    input: SourceQuery,
    output: SourcePage,
  }),
  'patients.source.save': post('/patient/source', {
    can: 'settings:edit',
    summary: 'Creates or changes a source',
    input: SaveSource,
    output: Source,
  }),
  'patients.source.order': put('/patient/source/order', {
    can: 'settings:edit',
    summary: 'Ours: the order of the sources of a store, by the ids from first to last',
    input: OrderSources,
    output: done(),
  }),
  'patients.source.delete': del('/patient/source/delete/{id}', {
    can: 'settings:edit',
    summary: 'Deletes a source nobody has',
    input: z.object({ id: id('来源') }),
    output: done(),
  }),
  'patients.others-info.list': get('/othersInfo/list/{pid}', {
    ...view,
    summary: 'Histories told, newest first',
    input: z.object({ pid, ...perPage }),
    output: page(OthersInfo),
    reads: 'one',
  }),
  'patients.others-info.by-id': get('/othersInfo/byId/{id}', {
    ...view,
    summary: 'One history',
    input: z.object({ id: id('病史') }),
    output: OthersInfo,
    reads: 'one',
  }),
  'patients.others-info.get': get('/othersInfo', {
    ...view,
    summary: 'The newest history of a member, or null',
    input: z.object({ pid }),
    output: OthersInfo.nullable(),
    reads: 'one',
  }),
  'patients.others-info.delete': del('/othersInfo/{id}', {
    can: 'patient:save',
    summary: 'Deletes a history',
    input: z.object({ id: id('病史') }),
    output: done(),
  }),
  'patients.others-info.save': post('/othersInfo', {
    can: 'patient:save',
    summary: 'Writes a history',
    input: SaveOthersInfo,
    reads: 'written',
    output: OthersInfo,
  }),
  ...record,
  ...upkeep,
  ...links,
  ...importEndpoints('patients', '/patient/import', 'patient:import'),
}
export default patients
