/**
 * Easily guessed passwords: personal data, runs and repetitions, keyboard rows, common words (ASVS 4.0.3, 2.1.7, as far as possible
 * without a list of leaked passwords; NIST SP 800-63B, June 2017, 5.1.1.2).
 */
import { sql, type Cx } from '#kernel/server/index.ts'

const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv', 'qazwsxedcrfv']
const runs = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))]
const WORDS = [
  'password',
  'passwd',
  'admin',
  'administrator',
  'root',
  'welcome',
  'letmein',
  'login',
  'iloveyou',
  'woaini',
  'woaiwojia',
  'monkey',
  'dragon',
  'sunshine',
  'princess',
  'football',
  'mingmou',
  'test',
  'guest',
  'user',
  'abc',
  'qwe',
  'asd',
  'qaz',
  'zxc',
  'wang',
  'zhang',
  'aini',
]
/** Digit strings that read as a Chinese sentence, and the most common ones. */
const DIGITS = ['520', '1314', '5201314', '1314520', '666', '888', '147258369', '159357', '112233', '123123', '7758521', '5211314']
const letters: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '5': 's', '@': 'a', $: 's' }

/** Number of characters that remain after removing contained pieces of at least three characters. */
function besideRuns(text: string): number {
  let left = 0
  for (let index = 0; index < text.length;) {
    let end = index + 1
    while (end < text.length && runs.some((row) => row.includes(text.slice(index, end + 1)))) end++
    left += end - index >= 3 ? 0 : 1
    index += end - index >= 3 ? end - index : 1
  }
  return left
}
const repeats = (text: string): boolean => new Set(text).size <= 2 || /^(.{1,4})\1+$/.test(text)

/** True when a password is easily guessed for a person with these names and numbers. */
export function isWeak(password: string, personal: readonly string[] = []): boolean {
  const text = password.toLowerCase()
  const core = text.replace(/[^a-z0-9]/g, '')
  const word = [...text.replace(/[\d!#%^&*\-_]+$/, '')].map((c) => letters[c] ?? c).join('')
  const digits = core.replace(/^[a-z]{1,2}|[a-z]{1,2}$/g, '')
  if (/^\d+$/.test(text) && text.length < 10) return true
  if (repeats(core) || besideRuns(core) <= 2) return true
  if (WORDS.includes(word) || DIGITS.includes(digits)) return true
  return personal.some((name) => name.length >= 3 && (text.includes(name.toLowerCase()) || (core.length >= 6 && name.endsWith(core))))
}

/** Refuses a password that contains the person's account or number, or is generally easy to guess. */
export async function refuseWeak(
  cx: Cx<'password_weak'>,
  password: string,
  subject: { uid: number } | { known: ReadonlyArray<string | null> },
  field = 'newPassword',
): Promise<void> {
  const personal =
    'known' in subject
      ? subject.known
      : Object.values(
          (await cx.db.one(
            { account: 'string', mobile: 'string | null' },
            sql`
              select a.account, c.mobile
              from account a
              join contact c using (oid, ctid_)
              where a.uid = ${subject.uid}
            `,
          )) ?? {},
        )
  if (
    isWeak(
      password,
      personal.filter((k) => k !== null),
    )
  )
    cx.refuse('password_weak', { field })
}
