import { callsOf, get, put } from '#kernel/contract/index.ts'
import { Versions } from '#modules/exams/contract/shapes.ts'
import { kindCalls } from '../kinds/calls.ts'
import { trialLenses } from './families.ts'
import {
  CaseOfMember,
  CasePage,
  CaseQuery,
  CloseCase,
  OfMember,
  OkLens,
  RecordId,
  ResumeLens,
  ReturnTrialLens,
  StepLens,
  TrialLensUse,
} from './shapes.ts'

/** Clinical records of the declared kinds, and the ortho-k case that ties them. */
export const okjing = {
  ...kindCalls,
  ...callsOf(trialLenses),
  'clinical-record.versions': get('/v1/{product}/clinical-records/{id}/versions', {
    can: 'record:view',
    summary: 'Ours: what a record said before it was amended, and why',
    input: RecordId,
    reads: 'one',
    output: Versions,
  }),
  'okjing.case': get('/v1/{product}/okjing-cases/{pid}', {
    can: 'record:view',
    summary: "Ours: a member's ortho-k case with its rail, records and lenses",
    input: OfMember,
    reads: 'one',
    output: CaseOfMember,
  }),
  'okjing.cases': get('/v1/{product}/okjing-cases', {
    can: 'record:view',
    summary: 'Ours: who stands where in the ortho-k chain, overdue first',
    input: CaseQuery,
    reads: 'many',
    output: CasePage,
  }),
  'okjing.close': put('/v1/{product}/okjing-cases/{id}/close', {
    can: 'record:sign',
    summary: 'Ours: ends a case with a reason; a new one may begin',
    input: CloseCase,
    reads: 'written',
    output: CaseOfMember,
  }),
  'okjing.lens': put('/v1/{product}/ok-lenses/{id}/status', {
    can: 'record:edit',
    summary: 'Ours: a lens is stopped, broken or lost',
    input: StepLens,
    reads: 'written',
    output: OkLens,
  }),
  'okjing.lens.resume': put('/v1/{product}/ok-lenses/{id}/resume', {
    can: 'record:sign',
    summary: 'Ours: a stopped lens is worn again',
    input: ResumeLens,
    reads: 'written',
    output: OkLens,
    fails: ['one_worn', 'inflamed', 'paused'],
  }),
  'okjing.trial-lens.return': put('/v1/{product}/okjing-trial-lens/{id}/return', {
    can: 'record:edit',
    summary: 'Ours: a trial lens is back in its place, disinfected',
    input: ReturnTrialLens,
    reads: 'written',
    output: TrialLensUse,
  }),
}
