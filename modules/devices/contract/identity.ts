/**
 * Whose eyes a file says they were, against a member: name, sex and birth, each compared by the kernel. Pure, and the same on screen and
 * server.
 */
import { combineComparisons, compareFacts, showGender, type Comparison } from '#kernel/contract/index.ts'

/** What a device was told of the person; null where the file does not say. */
export interface SaidPerson {
  readonly name: string | null
  readonly birth: string | null
  /** 0 is male, 1 female. */
  readonly sex: number | null
}
export interface KnownPerson {
  readonly name: string
  /** The name in Latin letters, as devices without Chinese characters hold it. */
  readonly pinyin: string | null
  readonly birth: string | null
  readonly gender: number | null
}
export interface ComparedIdentity {
  readonly what: '姓名' | '性别' | '出生日期'
  readonly said: string | null
  readonly member: string | null
  readonly comparison: Comparison
}
const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
const isLatin = (text: string): boolean => /^[\p{Script=Latin}\p{M}\s.,'^\-·]+$/u.test(text)
/** The letters of a name in any order of its words: devices write the family name first or last. */
const sorted = (text: string): string => [...letters(text)].sort().join('')
function compareNames(stated: string | null, { name, pinyin }: KnownPerson): Comparison {
  if (stated && isLatin(stated) && !isLatin(name)) return compareFacts(pinyin && sorted(pinyin), sorted(stated))
  return compareFacts(name, stated, (a, b) => a.replace(/\s/g, '') === b.replace(/\s/g, ''))
}
const shownSex = (sex: number | null): string | null => (sex === null ? null : showGender(sex))
/** Each fact of the person, both sides beside each other. */
export const comparePerson = (person: SaidPerson, member: KnownPerson): ComparedIdentity[] => [
  { what: '姓名', said: person.name, member: member.name, comparison: compareNames(person.name, member) },
  { what: '性别', said: shownSex(person.sex), member: shownSex(member.gender), comparison: compareFacts(person.sex, member.gender) },
  { what: '出生日期', said: person.birth, member: member.birth, comparison: compareFacts(person.birth, member.birth) },
]
/**
 * Whether a file may be of a member without a question: nothing it says is of somebody else. What it leaves out is unknown, and somebody
 * chose the member.
 */
export const samePerson = (facts: readonly ComparedIdentity[]): Comparison => combineComparisons(facts.map((f) => f.comparison))
