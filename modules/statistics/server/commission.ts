/** Commission rules: listed with their end, added, and deleted before they take effect. The database computes their commissions. */
import type { Page } from '#kernel/contract/index.ts'
import { insert, locked, pageOf, remove, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { productOf } from '#modules/products/server/door.ts'
import { CommissionRule, type NewCommissionRule } from '../contract/commission.ts'

const listing = {
  of: CommissionRule,
  select: sql`
    r.rule_id, r.hid, r.role, r.kind, r.brand_id, r.product_id, r.percent::float8 percent, r.piece, b.name brand_name, p.name product_name,
    r.from_day, k.name by_name,
    (
      select min(n.from_day)
      from commission_rule n
      where n.oid = r.oid
        and n.hid = r.hid
        and n.from_day > r.from_day
        and (n.role, n.kind, n.brand_id, n.product_id) is not distinct from (r.role, r.kind, r.brand_id, r.product_id)
    ) until_day
  `,
  from: sql`
    commission_rule r
    left join brand b on b.oid = r.oid and b.brand_id = r.brand_id
    left join product p on p.oid = r.oid and p.product_id = r.product_id
    left join contact k on k.oid = r.oid and k.ctid_ = r.ctid_
  `,
}
export const rules = (cx: Cx, { hid, ...query }: { hid: number; page: number; per_page: number }): Promise<Page<CommissionRule>> =>
  pageOf(
    cx,
    {
      ...listing,
      where: [sql`r.hid = ${ownStore(cx, hid)}`],
      order: sql`r.role, num_nonnulls(r.kind, r.brand_id, r.product_id), r.kind, b.name, p.name, r.from_day desc, r.rule_id`,
    },
    query,
  )
type Fails = 'commission_past' | 'commission_twice' | 'commission_scope' | 'commission_rate'
export async function addRule(cx: Cx<Fails>, { fromDay, ...rule }: NewCommissionRule): Promise<CommissionRule> {
  ownStore(cx, rule.hid)
  const scopes = [rule.kind, rule.brandId, rule.productId].filter((scope) => scope !== null).length
  if (scopes > (rule.role === CONSULTANT ? 0 : 1)) cx.refuse('commission_scope', { field: 'kind' })
  if (rule.percent !== null && rule.piece !== null) cx.refuse('commission_rate', { field: 'percent' })
  const from = fromDay ?? cx.today
  if (from < `${cx.today.slice(0, 7)}-01`) cx.refuse('commission_past', { field: 'fromDay' })
  if (rule.productId !== null) await productOf(cx, rule.productId)
  if (rule.brandId !== null && !(await cx.db.one({ n: 'number' }, sql`select 1 n from brand where brand_id = ${rule.brandId}`)))
    cx.refuse('not_found', { what: '品牌', field: 'brandId' })
  const { ruleId } = await insert(cx, 'commission_rule', { ...rule, fromDay: from })
  return cx.db.the(CommissionRule, sql`select ${listing.select} from ${listing.from} where r.rule_id = ${ruleId}`)
}
const CONSULTANT = 5
export async function removeRule(cx: Cx<'commission_begun'>, { ruleId }: { ruleId: number }): Promise<{ ruleId: number }> {
  const { fromDay } = await locked(cx, 'commission_rule', { ruleId })
  if (fromDay <= cx.today) cx.refuse('commission_begun')
  await remove(cx, 'commission_rule', { ruleId })
  return { ruleId }
}
