/**
 * Findings of a check: what is wrong or unusual, where, and who may confirm it. A finding says `stops` (nobody confirms it) or `asks` (a
 * declared circle of people confirms it with a reason); one without such a declaration does not compile.
 */
import { z } from 'zod'
import { text, word } from './field.ts'

/** Who may confirm a finding. */
export interface Confirmer {
  /** Permission whose holders may. */
  readonly can: string
  /** Permission whose holders may unless they wrote what the finding is of. */
  readonly othersCan?: string
  /** The same people in the user's words: 医师，或没有录入本单的验光师. */
  readonly who: string
  /** Reasons a confirmation chooses from, or writes in words; a check whose values are confirmed by themselves (`field=value`) has none. */
  readonly reasons?: readonly string[]
}
/** How a finding is answered: it stops, or it asks the people it names. */
export type Stance = { readonly level: 'block'; readonly needs: 'never' } | { readonly level: 'warn'; readonly needs: Confirmer }
export type CheckFinding = Stance & {
  /** Field of the form it stands at. */
  readonly field: string
  /** Stable name of the check, by which it is confirmed. */
  readonly code: string
  readonly sentence: string
}
/** Stance of a finding that nobody confirms: what it is of is corrected. */
export const stops = { level: 'block', needs: 'never' } as const
/** Stance of a finding that the named people confirm with a reason. */
export const asks = (needs: Confirmer) => ({ level: 'warn', needs }) as const
/** The permission a finding names, as it is kept with a confirmation and told to clients. */
export const needsOf = ({ needs }: Pick<CheckFinding, 'needs'>): string => (needs === 'never' ? needs : needs.can)

/** What the API answers of a finding. */
const findingFields = {
  level: word('级别', { block: '禁止', warn: '提醒' }),
  field: text('字段'),
  code: text('检查'),
  sentence: text('说明', { max: 400 }),
  needs: text('确认权限'),
  /** Why the caller may not confirm it; null where they may. */
  unless: text('不能确认的原因', { max: 200 }).nullable(),
  /** People who may confirm it, in words; null where nobody may. */
  who: text('可确认的人员', { max: 100 }).nullable(),
}
export const ShownFinding = z.object(findingFields)
export type ShownFinding = z.output<typeof ShownFinding>
/** A finding with the reason it was confirmed with. */
export const ConfirmedFinding = ShownFinding.extend({ reason: text('理由', { max: 200 }).nullable() })

/** The entry of a list of reasons that is followed by the writer's own words: `其他：样片核对过`. */
export const OTHER = '其他'
const MIN_LETTERS = 4
/** Words with which a text only says that the member wants it: they give no reason. */
const MEMBER =
  /会员|顾客|客户|患者|病人|家长|家属|监护人|父母|爸爸|妈妈|父亲|母亲|孩子|本人|自己|对方|customer|patient|member|parents?|guardian/giu
const AGREES_CHINESE =
  /已经|知情|知晓|知道|同意|确认|认可|接受|要求|坚持|愿意|自愿|希望|想要|核对|沟通|说明|告知|签字|签名|无误|没有|没问题|问题|可以|表示|这样|如此|一致/
const AGREES_ENGLISH = /confirm(s|ed)?|agrees?|agreed|wants?|wanted|insists?|ok|okay|fine|yes|has|have|the|by|with|it|is|was/
const AGREES = new RegExp(`${AGREES_CHINESE.source}|${AGREES_ENGLISH.source}`, 'giu')
const FILLERS = /[已与和跟经由均都也就说的了过要这是对被让我他她其并请即]/gu
const letters = (written: string): string[] => written.match(/\p{L}/gu) ?? []

/**
 * The words of a reason, trimmed; undefined of a text without a letter, such as a full stop. What is undone or given up takes any words;
 * what is confirmed against a check takes more of them (`givesReason`).
 */
export const wordsOfReason = (written: string | null | undefined): string | undefined =>
  written != null && letters(written).length ? written.trim() : undefined
/**
 * Whether the words of a reason confirm a finding: at least four letters, not one of them over and over, and more than that the member
 * wants it.
 */
export function givesReason(written: string): boolean {
  const own = wordsOfReason(written)?.replace(new RegExp(`^${OTHER}\\s*[:：,，]?`), '') ?? ''
  const all = letters(own)
  if (all.length < MIN_LETTERS || new Set(all).size < 3) return false
  if (own.search(MEMBER) < 0 && own.search(AGREES) < 0) return true
  return letters(own.replace(MEMBER, '').replace(AGREES, '').replace(FILLERS, '')).length >= 2
}
/** Whether a text is a reason: one of a list, or given in words. */
export const isReason = (reasons: readonly string[], written: string): boolean =>
  (written !== OTHER && reasons.includes(written)) || givesReason(written)
/** A reason of a declared list, or in the writer's own words. */
export const findingReason = (reasons: readonly string[]) =>
  text('理由', { max: 200 }).refine((written) => isReason(reasons, written), '请选择一项理由，或写明至少四个字；会员本人的确认不是理由')
/** The confirmation of one finding: its code and why it stands. */
export const confirmationOf = (reasons: readonly string[]) => z.object({ code: text('提醒'), reason: findingReason(reasons) })
