/** Who takes goods away for a member: the member, a guardian, or somebody else who says what they are to the member and how to reach them. Pure. */
import { compareFacts, name, personal, phone, text } from '#kernel/contract/index.ts'

/** The member in person, as people write it. */
const SELF = '本人'
export const collectorFields = {
  receiver: personal(name('取镜人'), 'name'),
  receiverRelation: text('与会员关系', { max: 20 }).nullish(),
  receiverPhone: personal(phone('取镜人手机号')).nullish(),
}
/** Whose name counts without more: the member's, and those of the guardians. */
export interface Entitled {
  readonly name: string
  readonly guardians: ReadonlyArray<string | null>
}
/** Whether somebody may take goods by name alone: the member, or a guardian. */
export const isEntitled = (receiver: string, { name: member, guardians }: Entitled): boolean =>
  [SELF, member, ...guardians].some((known) => compareFacts(known, receiver) === 'same')
