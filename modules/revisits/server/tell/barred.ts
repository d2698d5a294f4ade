import { lit, sql, type Cx } from '#kernel/server/index.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { mayMarket } from '#modules/patients/server/door.ts'
import { stop as stops } from '../../contract/fields.ts'
import type { FollowUpRule } from '../../contract/rules.ts'

/** Members nobody may write to or call for this rule, each with the sentence that says why. */
export async function barred(cx: Cx, rule: Pick<FollowUpRule, 'consent'>, pids: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(pids)]
  if (!wanted.length) return new Map()
  const [rows, agreed] = [
    await cx.db.rows(
      { pid: 'number', gone: 'boolean', merged: 'boolean', stopped: 'boolean', wrong: 'boolean' },
      sql`
        select p.pid, p.status <> ${lit(patientStates.is.present)} gone, p.merged_into is not null merged,
          exists (
            select
            from contact_stop s
            where s.oid = p.oid and s.pid = p.pid and s.kind = ${stops.asked} and s.lifted_at is null
          ) stopped,
          exists (
            select
            from contact_stop s
            where s.oid = p.oid and s.pid = p.pid and s.kind = ${stops.wrongNumber} and s.lifted_at is null and s.mobile = p.mobile
          ) wrong
        from patient p
        where p.pid = any(${wanted}::bigint[])
      `,
    ),
    rule.consent ? await mayMarket(cx, wanted) : undefined,
  ]
  const byPid = new Map(rows.map((r) => [r.pid, r]))
  return new Map(
    wanted.flatMap((pid) => {
      const why = sentenceFor(byPid.get(pid), agreed?.has(pid))
      return why ? [[pid, why] as const] : []
    }),
  )
}
const sentenceFor = (
  p: { gone: boolean; merged: boolean; stopped: boolean; wrong: boolean } | undefined,
  agreed: boolean | undefined,
): string | undefined => {
  if (!p || (p.gone && !p.merged)) return '会员不存在或已被删除'
  if (p.merged) return '会员已并入另一份档案'
  if (p.stopped) return '会员要求停止联系'
  if (p.wrong) return '手机号有误'
  return agreed === false ? '没有营销同意' : undefined
}
