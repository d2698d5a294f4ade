import { familyHandlers, find, update, type Cx } from '#kernel/server/index.ts'
import { versionsOf } from '#modules/exams/server/door.ts'
import type { z } from '#kernel/contract/index.ts'
import { trialLenses } from '../../contract/okjing/families.ts'
import { TrialLensUse, type ReturnTrialLens } from '../../contract/okjing/shapes.ts'
import { kindHandlers } from '../kinds.ts'
import { caseOf, cases, closeCase, resumeLens, stepLens } from './case.ts'

/** A trial lens is back: who returns it disinfected it. Returned once, it stays so. */
async function returnTrialLens(cx: Cx, { id, disinfection }: z.output<typeof ReturnTrialLens>): Promise<z.output<typeof TrialLensUse>> {
  const use = (await find(cx, 'trial_lens_use', { recordId: id })) ?? cx.refuse('not_found', { what: '试戴片' })
  const back = use.backAt
    ? use
    : await update(cx, 'trial_lens_use', { useId: use.useId }, { backAt: cx.now, disinfection, disinfectedBy: cx.who.ctid })
  return TrialLensUse.parse(back)
}

export const okjingHandlers = {
  ...kindHandlers(),
  ...familyHandlers(trialLenses),
  'clinical-record.versions': async (cx: Cx, { id }: { id: number }) => {
    const { pid } = (await find(cx, 'clinical_record', { id })) ?? cx.refuse('not_found', { what: '记录' })
    const list = await versionsOf(cx, 'clinical_record', id)
    return { pid, list, total: list.length }
  },
  'okjing.case': (cx: Cx, { pid }: { pid: number }) => caseOf(cx, pid),
  'okjing.cases': cases,
  'okjing.close': (cx: Cx, { id, reason }: { id: number; reason: string }) => closeCase(cx, id, reason),
  'okjing.lens': stepLens,
  'okjing.lens.resume': resumeLens,
  'okjing.trial-lens.return': returnTrialLens,
}
