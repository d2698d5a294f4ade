/**
 * Who takes goods away for a member: the member, a guardian, or somebody else who says what they are to the member and how to reach them;
 * and what proves it: a drawn signature, or the code the member received. Pure.
 */
import { compareFacts, drawnSignature, name, personal, phone, text } from '#kernel/contract/index.ts'

/** Days a pick-up code is good for, and wrong ones it survives (ours). */
export const CODE_DAYS = 60
export const CODE_TRIES = 5

/** The member in person, as people write it. */
const SELF = '本人'
export const collectorFields = {
  receiver: personal(name('取镜人'), 'name'),
  receiverRelation: text('与会员关系', { max: 20 }).nullish(),
  receiverPhone: personal(phone('取镜人手机号')).nullish(),
}
export const proofFields = {
  signature: drawnSignature().nullish(),
  pickupCode: text('取镜码', { max: 6 })
    .regex(/^\d{6}$/, '取镜码是六位数字')
    .nullish(),
}
/** What proves a pick-up, as it is sent. */
export interface PickupProof {
  readonly signature?: string | null | undefined
  readonly pickupCode?: string | null | undefined
}
/** Whose name counts without more: the member's, and those of the guardians. */
export interface Entitled {
  readonly name: string
  readonly guardians: ReadonlyArray<string | null>
}
/** Whether somebody may take goods by name alone: the member, or a guardian. */
export const isEntitled = (receiver: string, { name: member, guardians }: Entitled): boolean =>
  [SELF, member, ...guardians].some((each) => compareFacts(each, receiver) === 'same')
