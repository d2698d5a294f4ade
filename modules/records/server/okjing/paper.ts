/** What the paper of a first record and of a take record shows beside the record itself. */
import type { Cx } from '#kernel/server/index.ts'
import { organisationOf, storeOf } from '#modules/institution/server/door.ts'
import { consentOf, patientOf } from '#modules/patients/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import type { PaperFacts } from '../../contract/kinds/calls.ts'
import type { Body, RecordEnvelope, RecordKindName } from '../../contract/kinds/kind.ts'
import { OK_CONSENT } from './case.ts'
import { lightsOf } from './rules.ts'

/** Facts of 卫医发〔2001〕258号 as a store has set them. */
async function licenceOf(cx: Cx, hid: number): Promise<PaperFacts['licence']> {
  return {
    okInstitution: await settingOf(cx, hid, 'okInstitution'),
    okDepartment: await settingOf(cx, hid, 'okDepartment'),
    okLicence: await settingOf(cx, hid, 'okLicence'),
    okPhysician: await settingOf(cx, hid, 'okPhysician'),
    okPhysicianTitle: await settingOf(cx, hid, 'okPhysicianTitle'),
    okEmergencyPhone: await settingOf(cx, hid, 'okEmergencyPhone'),
  }
}
/** Everything the paper of a record shows that does not stand in it. */
export async function paperFacts(cx: Cx, kind: RecordKindName, record: RecordEnvelope & Body): Promise<PaperFacts> {
  const { pid, hid, recordAt } = record
  const patient = await patientOf(cx, pid)
  const store = await storeOf(cx, hid)
  const head = store.printHead ?? store.name
  const first = kind === 'okjing-first-record' ? await lightsOf(cx, { pid, hid, recordAt, body: record }) : undefined
  const consent = await consentOf(cx, pid, OK_CONSENT)
  return {
    patient: { name: patient.name, gender: patient.gender, birth: patient.birth, memberNo: patient.memberNo },
    store: {
      name: store.name,
      phone: store.phone,
      address: store.address,
      printHead: store.includeOrgName ? `${(await organisationOf(cx)).name} ${head}` : head,
      logo: store.logo,
    },
    licence: await licenceOf(cx, hid),
    lights: first?.lights ?? [],
    limits: first?.source ?? null,
    consentAt: consent?.at ?? null,
    consentBy: consent?.guardianName ?? null,
  }
}
