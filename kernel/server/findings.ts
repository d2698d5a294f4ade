/** Confirming findings: one way for every check, judged against the account that confirms. */
import { needsOf, type CheckFinding, type ShownFinding } from '#kernel/contract/index.ts'
import { may } from './acting.ts'
import type { Cx } from './cx.ts'

/** What a finding is judged in: the store of the thing it is of, and the people who wrote what it is of. */
export interface FindingContext {
  readonly hid: number
  readonly writersOf: (found: CheckFinding) => readonly number[]
}
/** A confirmation as it is kept with the thing: by whom, when, of which sentence, and by which right. */
export interface KeptConfirmation {
  readonly code: string
  readonly reason: string
  readonly sentence?: string | undefined
  readonly needs?: string | undefined
  readonly ctid?: number | undefined
  readonly at?: string | undefined
}
interface GivenConfirmation {
  readonly code: string
  readonly reason: string
}

/** Why the caller may not confirm a finding; undefined where they may. */
export function whyNot(cx: Pick<Cx, 'who'>, found: CheckFinding, { hid, writersOf }: FindingContext): string | undefined {
  const { needs } = found
  if (needs === 'never') return '不能确认，请改正'
  if (may(cx, needs.can, hid)) return undefined
  if (needs.othersCan !== undefined && may(cx, needs.othersCan, hid) && !writersOf(found).includes(cx.who.ctid)) return undefined
  return `须由${needs.who}确认`
}
/** The reason a finding was confirmed with. One whose sentence or whose declaration changed since is to be confirmed anew. */
export const reasonOf = (kept: readonly KeptConfirmation[], found: CheckFinding): string | undefined =>
  kept.find((k) => k.code === found.code && k.needs === needsOf(found) && (k.sentence === undefined || k.sentence === found.sentence))
    ?.reason

/** The first finding that stands in the way: what stops, then what nobody confirmed. */
export const openFinding = (kept: readonly KeptConfirmation[], found: readonly CheckFinding[]): CheckFinding | undefined =>
  found.find((f) => f.level === 'block') ?? found.find((f) => reasonOf(kept, f) === undefined)

/**
 * Adds confirmations to those that are kept, and answers all of them.
 * Refuses `not_found` for a finding that is not there, `bad_input` for one that nobody confirms, `no_access` for one that this account may
 * not confirm.
 */
export function confirmFindings(
  cx: Cx,
  found: readonly CheckFinding[],
  confirmations: readonly GivenConfirmation[],
  { kept, ...judgement }: FindingContext & { kept: readonly KeptConfirmation[] },
): KeptConfirmation[] {
  const confirmed = confirmations.map(({ code, reason }): KeptConfirmation => {
    const finding = found.find((f) => f.code === code)
    if (!finding) return cx.refuse('not_found', { what: `提醒 ${code} ` })
    if (finding.needs === 'never') return cx.refuse('bad_input', { what: `${finding.sentence}：不能确认，请改正`, field: finding.field })
    const why = whyNot(cx, finding, judgement)
    if (why !== undefined)
      return cx.refuse('no_access', { what: `${finding.sentence}（${why}）`, code: needsOf(finding), field: finding.field })
    return { code, reason, ctid: cx.who.ctid, at: cx.now, sentence: finding.sentence, needs: needsOf(finding) }
  })
  return [...kept.filter((k) => !confirmations.some((g) => g.code === k.code)), ...confirmed]
}
/** Findings as an answer shows them: who may confirm each, and why the caller may not. */
export const shownFinding = (cx: Pick<Cx, 'who'>, found: CheckFinding, judgement: FindingContext): ShownFinding => ({
  level: found.level,
  field: found.field,
  code: found.code,
  sentence: found.sentence,
  needs: needsOf(found),
  unless: whyNot(cx, found, judgement) ?? null,
  who: found.needs === 'never' ? null : found.needs.who,
})
