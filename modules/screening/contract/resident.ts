/** What a resident identity number (GB 11643—1999) says of its holder: day of birth, and the sex by its 17th digit. */
import { gender } from '#modules/patients/contract/fields.ts'

interface Holder {
  readonly birth: string
  readonly gender: number
}
export const birthIn = (number: string): string => `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`
/** 0 male, 1 female, as members have it. */
export const genderIn = (number: string): 0 | 1 => (Number(number[16]) % 2 ? 0 : 1)

/** Why a number does not fit a birth and a sex; undefined where it does. */
export function disagreement(number: string, holder: Holder): string | undefined {
  if (number.length !== 18) return undefined
  if (birthIn(number) !== holder.birth) return `身份证号中的出生日期是 ${birthIn(number)}，与填写的 ${holder.birth} 不同`
  const words = gender.meta()?.options ?? {}
  const [own, typed] = [genderIn(number), holder.gender === 0 ? 0 : 1]
  return own === typed ? undefined : `身份证号中的性别是${words[own]}，与填写的${words[typed]}不同`
}
