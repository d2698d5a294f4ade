/** Captcha: a picture of four digits and its ticket, without an outside service. A picture allows one attempt within five minutes. */
import { randomInt } from 'node:crypto'
import { sql, hashToken, newToken, type Db } from '#kernel/server/index.ts'
import { drawDigits } from './drawing.ts'

/** Creates a picture with its ticket. `digits` are random unless a test passes them. */
export async function newCaptcha(
  db: Db,
  digits: string = String(randomInt(0, 10_000)).padStart(4, '0'),
): Promise<{ ticket: string; image: string }> {
  const { token, hash } = newToken()
  await db.run(sql`select captcha_keep(${hash}, ${hashToken(`${hash} ${digits}`)})`)
  return { ticket: token, image: `data:image/png;base64,${drawDigits(digits).toString('base64')}` }
}

/** Checks the digits of a picture. The picture is used up either way. */
export async function captchaRead(db: Db, ticket: string | undefined, digits: string | undefined): Promise<boolean> {
  if (!ticket || !digits) return false
  const hash = hashToken(ticket)
  return (await db.the({ ok: 'boolean' }, sql`select captcha_take(${hash}, ${hashToken(`${hash} ${digits.trim()}`)}) ok`)).ok
}
