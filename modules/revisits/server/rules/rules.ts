/** Rules as a store has them: switched, timed and dressed with a type, over what the product declares. */
import type { z } from '#kernel/contract/index.ts'
import { change, find, insert, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { masterOf } from '#modules/settings/server/door.ts'
import { ruleKeys, ruleOf, rules, type RuleKey, type FollowUpStep } from '../../contract/rules.ts'
import { SaveRule, type StoreRule } from '../../contract/shapes.rules.ts'

/** A rule in a store. */
export interface RuleIn {
  readonly active: boolean
  readonly type: number | null
  readonly version: number
  readonly steps: ReadonlyArray<FollowUpStep & { readonly on: boolean }>
}
const Kept = SaveRule.shape.steps.unwrap()
type Kept = z.output<typeof Kept>
/** What a store changed of a step stands over the declaration; a step it never saw works as declared. */
const over = (key: RuleKey, kept: Kept): RuleIn['steps'] =>
  ruleOf(key).steps.map((step) => {
    const own = kept.find((k) => k.step === step.step)
    return own ? { ...step, on: own.on, days: own.days, channel: own.channel } : { ...step, on: true }
  })
/** A rule as the store has it. */
export async function ruleIn(cx: Cx, hid: number, key: RuleKey): Promise<RuleIn> {
  const row = await find(cx, 'revisit_rule', { hid, rule: key })
  const kept = Kept.safeParse(row?.steps)
  return {
    active: row?.active ?? true,
    type: row?.type ?? null,
    version: row?.version ?? 0,
    steps: over(key, kept.success ? kept.data : []),
  }
}
const shown = async (cx: Cx, hid: number, key: RuleKey): Promise<StoreRule> => {
  const { label, cause, source, taskType, who, urgency, window, script } = ruleOf(key)
  const set = await ruleIn(cx, hid, key)
  return {
    hid,
    rule: key,
    label,
    cause,
    source,
    taskType,
    who,
    urgency,
    script,
    before: window[0],
    after: window[1],
    active: set.active,
    type: set.type,
    version: set.version,
    steps: set.steps.map((s) => ({ ...s })),
  }
}
/** Every rule as a store has it. */
export async function rulesOf(cx: Cx, hid: number): Promise<StoreRule[]> {
  ownStore(cx, hid)
  const list: StoreRule[] = []
  for (const key of ruleKeys) list.push(await shown(cx, hid, key))
  return list
}
/** Switches, times and dresses a rule of a store; what is made already stays. */
export async function saveRule(cx: Cx, { hid = cx.who.hid, rule, version, ...values }: SaveRule): Promise<StoreRule> {
  ownStore(cx, hid)
  if (values.type && (await masterOf(cx, 'revisit-type', values.type)).hid !== hid)
    cx.refuse('not_found', { what: '回访类型', field: 'type' })
  const steps = new Set<number>(rules[rule].steps.map((s) => s.step))
  const strange = values.steps?.find((s) => !steps.has(s.step))
  if (strange) cx.refuse('bad_input', { what: `规则没有第 ${strange.step} 步`, field: 'steps' })
  const before = await find(cx, 'revisit_rule', { hid, rule })
  const set = {
    ...(values.active === undefined ? {} : { active: values.active }),
    ...(values.type === undefined ? {} : { type: values.type }),
    ...(values.steps === undefined ? {} : { steps: JSON.stringify(values.steps) }),
  }
  if (before) await change(cx, 'revisit_rule', { id: before.id }, { version: version ?? null }, set)
  else await insert(cx, 'revisit_rule', { hid, rule, ...set })
  return shown(cx, hid, rule)
}
