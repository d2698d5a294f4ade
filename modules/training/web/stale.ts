/** What is read again after a card, a session or a plan moved. */
import { training } from '../contract/endpoints.ts'

export const LIVE = ['training'] as const
export const stale = [
  training['train.sdx-users.list'],
  training['train.sdxAccount.records'],
  training['train.day'],
  training['train.records'],
  training['train.plans.list'],
  training['train.plans.get'],
  training['train.exams'],
  training['train.member'],
]
