import { del, done, get, id, importEndpoints, post, put, z } from '#kernel/contract/index.ts'
import { pid } from './fields.ts'
import {
  MemberCard,
  ConsentState,
  ConsentText,
  Consultation,
  ConsultationPage,
  ConsultationQuery,
  FamilyInfo,
  Follow,
  GiveConsent,
  PotentialPage,
  PotentialQuery,
  PublishConsent,
  SaveConsultation,
  SaveFamily,
  SaveFollow,
  TieCard,
  WithdrawConsent,
} from './shapes.record.ts'

const view = { can: 'patient:view' } as const
const save = { can: 'patient:save' } as const
const ofMember = { input: z.object({ pid }), reads: 'one' } as const

/** Family, cards, follow-ups, consultations and consents of a member. */
export const record = {
  'patients.others-info.family': get('/othersInfo/family-info/{pid}', {
    ...view,
    ...ofMember,
    summary: "The family: relatives, siblings by a shared parent, parents' myopia",
    output: FamilyInfo,
  }),
  'patients.family.save': post('/patient/family', {
    ...save,
    summary: 'Ours: names a relative, a member or not',
    input: SaveFamily,
    reads: 'written',
    output: FamilyInfo,
    fails: ['family_cycle', 'parent', 'somebody'],
  }),
  'patients.family.delete': del('/patient/family/{id}', {
    ...save,
    summary: 'Ours: takes a relation back',
    input: z.object({ id: id('关系') }),
    output: done(),
  }),
  'patients.card.bind': post('/patient/tie', {
    ...save,
    summary: 'Ties a card to a member, who is found by it from now on',
    input: TieCard,
    reads: 'written',
    output: z.array(MemberCard),
    fails: ['card_taken'],
  }),
  'patients.card.list': get('/patient/tielist/{id}', {
    ...view,
    summary: 'Cards of a member, those in use first',
    input: z.object({ id: pid }),
    output: z.array(MemberCard),
    reads: 'one',
    member: 'id',
  }),
  'patients.card.untie': put('/patient/tie/{id}', {
    ...save,
    summary: 'Ours: unties a card',
    input: z.object({ id: id('卡') }),
    output: done(),
  }),
  'patients.potential.list': get('/potential_member/list/{hid}', {
    ...view,
    summary: 'Ours: potential members of a store, the next follow-up first',
    input: PotentialQuery,
    reads: 'many',
    output: PotentialPage,
  }),
  'patients.potential.followup': post('/potential_member/followup', {
    ...save,
    summary: 'Notes a follow-up and when the next one is due',
    input: SaveFollow,
    reads: 'written',
    output: Follow,
  }),
  'patients.potential.followups': get('/potential_member/followups/{pid}', {
    ...view,
    ...ofMember,
    summary: 'Ours: follow-ups of a member, newest first',
    output: z.array(Follow),
  }),
  ...importEndpoints('patients.potential', '/potential_member/import', 'patient:import'),
  'patients.consultation.list': get('/patient/consultation/list/{hid}', {
    ...view,
    summary: 'Ours: what members asked, newest first; with pid the questions of one member in all stores',
    input: ConsultationQuery,
    output: ConsultationPage,
    reads: 'one',
  }),
  'patients.consultation.save': post('/patient/consultation', {
    changes: 'id',
    ...save,
    summary: 'Ours: writes down a question, or its answer',
    input: SaveConsultation,
    reads: 'written',
    output: Consultation,
  }),
  'patients.consultation.delete': del('/patient/consultation/{id}', {
    ...save,
    summary: 'Ours: deletes a question',
    input: z.object({ id: id('咨询') }),
    output: done(),
  }),
  'patients.consent.texts': get('/patient/consent/texts', {
    ...view,
    summary: 'Ours: the texts of consents in force',
    output: z.array(ConsentText),
  }),
  'patients.consent.publish': post('/patient/consent/text', {
    can: 'consent:publish',
    summary: 'Ours: publishes a new version; consents given to former ones have to be renewed',
    input: PublishConsent,
    output: ConsentText,
  }),
  'patients.consent.states': get('/patient/consent/{pid}', {
    ...view,
    ...ofMember,
    summary: 'Ours: where a member stands with every consent',
    output: z.array(ConsentState),
  }),
  'patients.consent.give': post('/patient/consent', {
    ...save,
    summary: 'Ours: a member, or the guardian of one under fourteen, agrees to a text',
    input: GiveConsent,
    reads: 'written',
    output: z.array(ConsentState),
    fails: ['guardian_needed', 'text_changed'],
  }),
  'patients.consent.withdraw': put('/patient/consent/withdraw/{id}', {
    ...save,
    summary: 'Ours: takes a consent back',
    input: WithdrawConsent,
    reads: 'written',
    output: z.array(ConsentState),
  }),
}
