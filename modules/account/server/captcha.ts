/** A picture of four digits, drawn as strokes: no text for a program to read, no outside service. Each picture is good for one try in five minutes. */
import { randomInt } from 'node:crypto'
import { sql, type Db } from '#kernel/server/index.ts'
import { hashToken, newToken } from './password.ts'

/** Strokes of the digits on a grid 10 wide and 16 high. */
const strokes: readonly string[] = [
  'M5 1C1 1 1 15 5 15C9 15 9 1 5 1',
  'M2 4L6 1L6 15',
  'M1 4C2 0 9 0 9 5C9 9 3 11 1 15L9 15',
  'M1 2C6 -1 10 4 5 7C11 8 9 16 1 14',
  'M7 15L7 1L1 10L9 10',
  'M9 1L2 1L2 7C8 5 10 14 5 15C3 15 2 15 1 14',
  'M8 1C2 3 1 9 2 12C3 16 9 15 9 11C9 7 3 7 2 11',
  'M1 1L9 1L4 15',
  'M5 7C1 6 1 1 5 1C9 1 9 6 5 7C0 8 0 15 5 15C10 15 10 8 5 7',
  'M9 5C8 9 2 9 2 5C2 0 8 0 9 5C9 9 8 13 4 15',
]
const between = (least: number, most: number): number => least + (randomInt(0, 1000) / 1000) * (most - least)
const fixed = (n: number): string => n.toFixed(1)

/** The picture of some digits, each turned, shifted and crossed by lines. */
function drawDigits(digits: string): string {
  const glyphs = [...digits].map(
    (d, i) =>
      `<path d="${strokes[Number(d)]}" transform="translate(${fixed(12 + i * 26 + between(-3, 3))} ${fixed(between(6, 14))}) rotate(${fixed(between(-18, 18))}) scale(${fixed(between(1.2, 1.6))} ${fixed(between(1.2, 1.5))})"/>`,
  )
  const noise = Array.from(
    { length: 4 },
    () =>
      `<path stroke-width="1" opacity=".6" d="M${fixed(between(0, 20))} ${fixed(between(0, 40))}C${fixed(between(20, 50))} ${fixed(between(-10, 50))} ${fixed(between(60, 90))} ${fixed(between(-10, 50))} ${fixed(between(95, 120))} ${fixed(between(0, 40))}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" fill="none" stroke="#1f5f6b" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${[...glyphs, ...noise].join('')}</svg>`
}

/** A new picture with its ticket; `digits` are random unless a test gives them. */
export async function newCaptcha(
  db: Db,
  digits: string = String(randomInt(0, 10_000)).padStart(4, '0'),
): Promise<{ ticket: string; image: string }> {
  const { token, hash } = newToken()
  await db.run(sql`select captcha_keep(${hash}, ${hashToken(`${hash} ${digits}`)})`)
  return { ticket: token, image: `data:image/svg+xml;base64,${Buffer.from(drawDigits(digits)).toString('base64')}` }
}

/** Whether the digits of a picture were read; the picture is spent either way. */
export async function captchaRead(db: Db, ticket: string | undefined, digits: string | undefined): Promise<boolean> {
  if (!ticket || !digits) return false
  const hash = hashToken(ticket)
  return (await db.the<{ ok: boolean }>(sql`select captcha_take(${hash}, ${hashToken(`${hash} ${digits.trim()}`)}) ok`)).ok
}
