import { addDays, type z } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { ruleKeys, rules } from '../../contract/rules.ts'
import type { DryRun } from '../../contract/shapes.rules.ts'
import { planned } from './engine.ts'

/** What the rules, as they are set, would have made for the last days: by rule and step, and whom they leave out. Nothing is written. */
export async function dryRun(cx: Cx, hid: number, days: number): Promise<z.output<typeof DryRun>> {
  ownStore(cx, hid)
  const since = addDays(cx.today, -days)
  const list: z.output<typeof DryRun>['list'] = []
  const skipped = new Map<string, number>()
  for (const key of ruleKeys) {
    const plan = await planned(cx, key, { hid, today: cx.today }, { since })
    const due = plan.wanted.filter((w) => w.day >= since && w.day <= cx.today)
    list.push({
      rule: key,
      label: rules[key].label,
      active: plan.set.active,
      tasks: due.length,
      members: new Set(due.map((w) => w.cause.pid)).size,
    })
    for (const { sentence } of plan.skipped) skipped.set(sentence, (skipped.get(sentence) ?? 0) + 1)
  }
  return { since, list, skipped: [...skipped].map(([sentence, count]) => ({ sentence, count })) }
}
