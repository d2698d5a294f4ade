/** The picture before the parents' page: what was read in it gives a pass for five questions within five minutes. */
import { hashToken, newToken, sql, type Db, type Open } from '#kernel/server/index.ts'
import { captchaRead, newCaptcha } from '#modules/account/server/door.ts'

interface Read {
  readonly ticket?: string | undefined
  readonly captcha?: string | undefined
}
/** Answers a picture; with what was read in one, the pass. */
export async function verifyPicture(
  cx: Open<'picture_wrong'>,
  { ticket, captcha }: Read,
): Promise<{ passed: boolean; ticket: string; image: string | null }> {
  if (ticket === undefined || captcha === undefined) return { passed: false, ...(await newCaptcha(cx.db)) }
  if (!(await captchaRead(cx.db, ticket, captcha))) return cx.refuse('picture_wrong', { field: 'captcha' })
  const { token, hash } = newToken()
  await cx.db.run(sql`select picture_pass_keep(${hash})`)
  return { passed: true, ticket: token, image: null }
}
/** Uses a pass for one question; false where it is used up, over, or none. */
export const pictureRead = async (db: Db, ticket: string): Promise<boolean> =>
  (await db.the({ ok: 'boolean' }, sql`select picture_pass_use(${hashToken(ticket)}) ok`)).ok
