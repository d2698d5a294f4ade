import { del, done, get, post, put, z } from '#kernel/contract/index.ts'
import { SaveTrainBrand, TrainBrand } from './brands.ts'
import { cards } from './cards.ts'
import { eg } from './eg.ts'
import { PlanListed, plans } from './plans.ts'
import { sessions } from './sessions.ts'
import * as s from './shapes.ts'
import { telling } from './tell.ts'
import * as f from './fields.ts'

const writing = { can: 'settings:edit', output: s.TrainCombination, fails: ['program_wrong', 'fee_group_wrong'] } as const
export const training = {
  'train.combinations.list': get('/v1/train/combinations', {
    can: 'train:view',
    summary: 'Combinations of programs of a store',
    input: s.CombinationQuery,
    output: z.object({ list: z.array(s.TrainCombination), total: z.int().meta({ label: '总数' }) }),
  }),
  'train.combinations.create': post('/v1/train/combinations', {
    ...writing,
    summary: 'A combination; fgId is the fee group that sells it',
    input: s.NewCombination,
  }),
  'train.combinations.update': put('/v1/train/combinations/{id}', {
    ...writing,
    summary: 'Changes a combination',
    input: s.EditCombination,
    changes: 'id',
  }),
  'train.combinations.delete': del('/v1/train/combinations/{id}', {
    can: 'settings:edit',
    summary: 'Deletes a combination nothing was opened with; one in use is stopped',
    input: s.CombinationId,
    output: done(),
    fails: ['combination_used'],
  }),
  'train.combinations.status': put('/v1/train/combinations/status/{id}', {
    can: 'settings:edit',
    summary: 'Stops a combination, or takes it into use again: 0 is active (R118)',
    input: s.CombinationStatus,
    output: s.TrainCombination,
    changes: 'id',
  }),
  'train.programme': get('/v1/train/programme', {
    can: 'train:view',
    summary: 'Active programs of a store',
    input: s.ProgrammeQuery,
    output: s.Programme,
  }),
  'train.sdx-users.list': get('/v1/{product}/sdx-users', {
    can: 'train:view',
    summary: 'Training users with card, last session, adherence and trend',
    input: s.SdxUserQuery,
    output: s.SdxUserPage,
    reads: 'many',
  }),
  'train.sdx-users.create': post('/v1/{product}/sdx-users', {
    can: 'train:edit',
    summary: 'A training user; brand sdx unless another is given (R135)',
    input: s.NewSdxUser,
    output: s.SdxUser,
    reads: 'written',
    fails: ['user_exists', 'brand_stopped', 'mapping_off', 'member_mapped'],
  }),
  'train.brands': get('/v1/train/brands', {
    can: 'train:view',
    summary: 'Ours: the six brands as a store has them',
    input: z.object({ hid: f.hid.optional() }),
    output: z.array(TrainBrand),
  }),
  'train.brands.save': put('/v1/train/brands/{brand}', {
    can: 'train:brand',
    summary: 'Ours: label, unit, price and registration of a brand in a store',
    input: SaveTrainBrand,
    output: TrainBrand,
    changes: 'brand',
  }),
  'train.member': get('/v1/train/members/{pid}', {
    can: 'train:view',
    summary: 'Ours: users, cards and plans of a member',
    input: z.object({ pid: f.pid }),
    output: z.object({ users: z.array(s.SdxUser), plans: z.array(PlanListed) }),
    reads: 'one',
    member: 'pid',
  }),
  ...cards,
  ...sessions,
  ...telling,
  ...plans,
  ...eg,
}
export default training
