/** What still keeps a draft from going out, in the order of the page; the foot names it and leads there. */
import { t } from '#kernel/web/index.ts'
import { asksHealthConsent } from '../../../contract/segments/tree.ts'
import { conditions } from '../../../contract/segments/conditions.ts'
import { treeOfRows } from '../../../contract/segments/rows.ts'
import { checkWording } from '../../../contract/wording/wording.ts'
import type { TaskDraft, ShownWording, Sum } from './draft.ts'

interface DraftProblem {
  readonly field: 'name' | 'tree' | 'wordings'
  readonly sentence: string
  readonly kind: 'wrong'
}
export function problemsOfDraft(draft: TaskDraft, wordings: readonly ShownWording[], sum: Sum): DraftProblem[] {
  const { purpose, rows } = draft
  const isSensitive = purpose === 'marketing' && rows.some(({ leaf }) => conditions[leaf.key]?.sensitive)
  const blocked = wordings.flatMap((w) => checkWording(w.template?.text ?? '').filter((f) => f.level === 'blocked'))
  const missing = wordings.flatMap(({ template }, i) => (template?.variables ?? []).filter((name) => !draft.wordings[i]?.params[name]))
  const found: Array<readonly [DraftProblem['field'], string | false]> = [
    ['name', !draft.name.trim() && t`请写任务名`],
    ['tree', rows.length === 0 && t`请选人群，或写条件`],
    ['tree', isSensitive && !asksHealthConsent(treeOfRows(rows)) && t`健康条件要有“健康信息营销”同意`],
    ['tree', rows.length > 0 && sum.numbers === 0 && t`没有可以发的号码`],
    ['wordings', wordings.length === 0 && t`请选短信模板`],
    ['wordings', blocked.length > 0 && t`“${blocked[0]?.words ?? ''}”不能说`],
    ['wordings', missing.length > 0 && t`还没有填 ${missing.join('、')}`],
  ]
  return found.flatMap(([field, sentence]) => (sentence ? [{ field, sentence, kind: 'wrong' as const }] : []))
}
