import { importHandlers, remove, update, type Handlers } from '#kernel/server/index.ts'
import type { record } from '../contract/endpoints.record.ts'
import { consentStates, consentTextsOf, giveConsent, publishConsent, withdrawConsent } from './consent.ts'
import { familyOf, saveFamily } from './family.ts'
import { importPotentials } from './import.ts'
import { cardsOf, consultations, followsOf, followUp, potentials, saveConsultation, tieCard } from './people.ts'
import { patientOf } from './queries.ts'
import { cardStates } from '../contract/states.ts'

export const recordHandlers: Handlers<typeof record> = {
  'patients.others-info.family': (cx, { pid }) => familyOf(cx, pid),
  'patients.family.save': saveFamily,
  'patients.family.delete': async (cx, { id }) =>
    (await remove(cx, 'patient_family', { id })) ? null : cx.refuse('not_found', { what: '关系' }),
  'patients.card.bind': tieCard,
  'patients.card.list': async (cx, { id }) => cardsOf(cx, (await patientOf(cx, id)).pid),
  'patients.card.untie': async (cx, { id }) =>
    (await update(cx, 'patient_card', { id, status: cardStates.is.tied }, { status: cardStates.is.untied, untiedAt: cx.now }))
      ? null
      : cx.refuse('not_found', { what: '卡' }),
  'patients.potential.list': potentials,
  'patients.potential.followup': followUp,
  'patients.potential.followups': async (cx, { pid }) => followsOf(cx, (await patientOf(cx, pid)).pid),
  ...importHandlers('patients.potential', importPotentials),
  'patients.consultation.list': consultations,
  'patients.consultation.save': saveConsultation,
  'patients.consultation.delete': async (cx, { id }) =>
    (await remove(cx, 'consultation', { id })) ? null : cx.refuse('not_found', { what: '咨询' }),
  'patients.consent.texts': consentTextsOf,
  'patients.consent.publish': publishConsent,
  'patients.consent.states': (cx, { pid }) => consentStates(cx, pid),
  'patients.consent.give': giveConsent,
  'patients.consent.withdraw': withdrawConsent,
}
