/** What a trainer passes on: it becomes a call of the follow-up, with whom it concerns. */
import { date, id, moment, post, word, z } from '#kernel/contract/index.ts'
import * as f from './fields.ts'

/** A card with no more than this many days or times left, or days to its end, runs out. */
export const CARD_LOW = 7
export const TellDesk = z.object({ sdxUid: f.sdxUid })
export const TellPlan = z.object({ id: id('训练方案'), what: word('告知', { doctor: '送医生', call: '派回访' }) })
export type TellPlan = z.output<typeof TellPlan>
export const telling = {
  'train.tell-desk': post('/v1/train/cards/{sdxUid}/tell', {
    can: 'train:edit',
    summary: 'Ours: tells the desk that a card runs out; who sees follow-up has it as a call of today',
    input: TellDesk,
    output: z.object({ sdxUid: f.sdxUid, toldAt: moment('告诉前台') }),
    fails: ['card_plenty', 'card_nobody', 'card_none', 'told_already'],
  }),
  'train.tell-plan': post('/v1/train/plans/{id}/tell', {
    can: 'train:edit',
    summary: 'Ours: sends a plan without gain to its doctor, or has the family called because too little is trained',
    input: TellPlan,
    output: z.object({ id: id('训练方案'), toldOn: date('告知日期') }),
    fails: ['plan_gains', 'plan_trained', 'plan_not_started', 'told_already'],
  }),
}
