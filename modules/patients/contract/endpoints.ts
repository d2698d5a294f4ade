import { done, del, get, id, page, perPage, phone, post, put, z } from '#kernel/contract/index.ts'
import { pid } from './fields.ts'
import { Hits, OthersInfo, Patient, PatientHit, PatientIndex, PatientPage, PatientQuery, SaveOthersInfo, SavePatient, SaveSource, SearchQuery, Source, SourcePage, SourceQuery } from './shapes.ts'

const view = { can: 'patient:view' } as const

export const patients = {
  'patients.save': post('/patient/addOrupdate', { can: 'patient:save', summary: 'Registers or changes a member', input: SavePatient, output: Patient, fails: ['exists', 'exists_card', 'born_later'] }),
  'patients.list': get('/patient/list/{hid}', { ...view, summary: 'Members of a store', input: PatientQuery, output: PatientPage }),
  'patients.search-by-name': get('/patient/likelist/{hid}', { ...view, summary: 'Finds members of the chain by part of a name, pinyin, number tail or member number', input: SearchQuery, output: Hits }),
  'patients.get': get('/patient/getone/{id}', { ...view, summary: 'One member', input: z.object({ id: pid }), output: Patient, reads: 'id' }),
  'patients.index': get('/patient/index/{id}', { ...view, summary: 'Head of the member\'s page: ages, balances, alerts', input: z.object({ id: pid }), output: PatientIndex, reads: 'id' }),
  'patients.delete': put('/patient/delete/', { can: 'patient:delete', summary: 'Takes a member off the lists; the record is kept', input: z.object({ pid, version: z.int().optional() }), output: done() }),
  'patients.info-by-mobile': get('/patient/info-bymobile', { ...view, summary: 'Members with a number', input: z.object({ mobile: phone() }), output: z.array(PatientHit) }),
  'patients.source.list': get('/patient/source/list/{hid}', { ...view, summary: 'Where members come from (pageSize 0 = all)', input: SourceQuery, output: SourcePage }),
  'patients.source.save': post('/patient/source', { can: 'settings:edit', summary: 'Creates or changes a source', input: SaveSource, output: Source }),
  'patients.source.delete': del('/patient/source/delete/{id}', { can: 'settings:edit', summary: 'Deletes a source nobody has', input: z.object({ id: id('来源') }), output: done() }),
  'patients.others-info.list': get('/othersInfo/list/{pid}', { ...view, summary: 'Histories told, newest first', input: z.object({ pid, ...perPage }), output: page(OthersInfo), reads: 'pid' }),
  'patients.others-info.by-id': get('/othersInfo/byId/{id}', { ...view, summary: 'One history', input: z.object({ id: id('病史') }), output: OthersInfo, reads: 'pid' }),
  'patients.others-info.save': post('/othersInfo', { can: 'patient:save', summary: 'Writes a history', input: SaveOthersInfo, output: OthersInfo }),
}
export default patients
