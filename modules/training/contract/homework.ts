/** What the parents' sheet says: on paper, and beside the plan as it will be printed. */
import type { PaperWords } from '#kernel/contract/index.ts'
import { moduleNames, PLACE } from './fields.ts'
import type { Plan } from './plans.ts'
import type { verdicts } from './verdict.ts'

type Spoken = Pick<PaperWords, 't' | 'tr'>
export const modulesIn = (list: ReadonlyArray<keyof typeof moduleNames>, { tr }: Spoken): string =>
  list.map((m) => tr(moduleNames[m])).join(' + ')

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
/** What to do at home and when to come, in words a parent reads once. */
export function homework(plan: Plan, words: Spoken): string[] {
  const { t, tr } = words
  const slots = plan.template.filter((s) => plan.week <= s.toWeek)
  const days = (place: number) => [...new Set(slots.filter((s) => s.place === place).map((s) => s.weekday))].sort()
  const home = slots.filter((s) => s.place === PLACE.home)
  const clinic = slots.filter((s) => s.place === PLACE.clinic)
  return [
    clinic.length > 0 &&
      t`到店：${days(PLACE.clinic)
        .map((d) => tr(weekdays[d - 1] ?? ''))
        .join('、')} ${clinic[0]?.time ?? ''}`,
    home.length > 0 &&
      t`在家：${days(PLACE.home)
        .map((d) => tr(weekdays[d - 1] ?? ''))
        .join('、')}，每次 ${home[0]?.minutes ?? 0} 分钟，${modulesIn(home[0]?.modules.length ? home[0].modules : plan.modules, words)}`,
    t`下次复测：${plan.nextMeasureOn}，请带眼镜和这张单`,
  ].filter((line): line is string => typeof line === 'string')
}
export const verdictSentences: Readonly<Record<keyof typeof verdicts, string>> = {
  improving: '最近 6 次测量在变好，请坚持',
  flat: '最近 6 次测量没有明显变化，请和医生商量下一步',
  absent: '最近 14 天练得太少，还不能判断有没有用',
  few: '测量还不够 6 次，先坚持练',
}
