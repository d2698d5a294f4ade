/** What may not be said to the public, and addresses that lead elsewhere: refused at the field they stand in. */
import { wordsOfReason } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { checkWording, wordingSentence } from '#modules/marketing/contract/wording/wording.ts'

/** Refuses words the law forbids; those it only warns of need a reason. `texts` are field name → text. */
export function checkTexts(
  cx: Pick<Cx<'wording' | 'wording_reason'>, 'refuse'>,
  texts: Readonly<Record<string, string | null | undefined>>,
  reason: string | null | undefined,
): void {
  for (const [field, value] of Object.entries(texts)) {
    const findings = checkWording(value ?? '')
    const blocked = findings.find((f) => f.level === 'blocked')
    if (blocked) cx.refuse('wording', { words: wordingSentence(blocked), field })
    const [unsure] = findings
    if (unsure && wordsOfReason(reason) === undefined) {
      const { words, why, source, date } = unsure
      cx.refuse('wording_reason', { words, why, source, date, field })
    }
  }
}

/** Address of a picture kept by `open-images.keep`. */
export const OPEN_IMAGE = /^\/api\/common\/open-images\/[0-9a-z]{16,40}$/
/** The addresses without empty ones (R123); refuses one that leads elsewhere. */
export function ownImages(cx: Pick<Cx<'foreign_link'>, 'refuse'>, urls: readonly string[], field: string): string[] {
  return urls
    .map((url) => url.trim())
    .filter((url, i) => {
      if (url === '') return false
      return OPEN_IMAGE.test(url) || cx.refuse('foreign_link', { what: url.slice(0, 60), field: urls.length > 1 ? `${field}.${i}` : field })
    })
}
/** One address or none. */
export const ownImage = (cx: Pick<Cx<'foreign_link'>, 'refuse'>, url: string | null, field: string): string | null =>
  url === null ? null : (ownImages(cx, [url], field)[0] ?? null)

/** Refuses a medical service without its certificate, or with one that is over. */
export function checkCertificate(
  cx: Pick<Cx<'ad_missing' | 'ad_over'>, 'refuse' | 'today'>,
  { medical, adNo, adUntil }: { medical: boolean; adNo: string | null; adUntil: string | null },
): void {
  if (!medical) return
  if (!adNo?.trim() || !adUntil) return cx.refuse('ad_missing', { field: adNo?.trim() ? 'adUntil' : 'adNo' })
  if (adUntil < cx.today) cx.refuse('ad_over', { day: adUntil, field: 'adUntil' })
}
