/** The trial lenses of a store: each a thing with a number, in one place at a time. */
import { crud, family, id, inUse, status, text } from '#kernel/contract/index.ts'
import { family as design, lensColour, lensParameters } from './fields.ts'

const { bc, target, ac, rzd, lza, dia } = lensParameters
export const trialLenses = {
  'trial-lenses': family({
    table: 'trial_lens',
    label: '试戴片',
    noun: 'trial lens, ours',
    can: { view: 'record:view', edit: 'record:edit' },
    calls: crud('/v1/{product}/trial-lenses'),
    fields: {
      name: text('编号', { max: 40 }).min(1),
      box: text('镜盒', { max: 40 }).nullable().default(null),
      designId: id('镜片设计').nullable().default(null),
      family: design,
      bc: bc.nullable().default(null),
      target: target.nullable().default(null),
      ac: ac.nullable().default(null),
      rzd: rzd.nullable().default(null),
      lza: lza.nullable().default(null),
      dia: dia.nullable().default(null),
      colour: lensColour.nullable().default(null),
      status: status('状态', inUse).default(inUse.is.on),
    },
    has: ['version', 'uses'],
    filters: ['name', 'status', 'family'],
    fails: ['trial_lens_number'],
  }),
}
