/** Combos: several services for one price. A sold combo becomes a package of the member, used up piece by piece. */
import {
  completed,
  change,
  find,
  insert,
  insertMany,
  pageOf,
  remove,
  sql,
  update,
  lit,
  type Cx,
  type Handlers,
  type Row,
  wholeRow,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { addItems, openPackage, packagesOfCombo, raiseItem } from '#modules/loyalty/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { inUse, type z } from '#kernel/contract/index.ts'
import { memberPackage } from '#modules/loyalty/contract/states.ts'
import { EditFeeGroup, type FeeGroup, type groups } from '../contract/endpoints.groups.ts'
import { share } from '../contract/pricing.ts'
import { feeBill } from '../contract/states.ts'

type Item = FeeGroup['groupItems'][number]
const itemsOf = (cx: Cx, fgids: readonly number[]): Promise<Array<Item & { fgid: number }>> =>
  cx.db.rows(
    { fgid: 'number', fiid: 'number', name: 'string', price: 'number', quantity: 'number' },
    sql`
      select i.fgid, i.fiid, f.name, f.price, i.quantity
      from fee_group_item i
      join fee_item f using (oid, fiid)
      where i.fgid = any(${fgids})
      order by i.fgid, i.line_no
    `,
  )
const Sold = wholeRow('fee_group', { sold: 'number' })
const SOLD = sql`
  g.*,
  (
    select coalesce(sum(b.quantity), 0)::int
    from bill_item b
    join fee_bill f using (oid, fbid)
    where b.oid = g.oid and b.fgid = g.fgid and f.status in ${lit(feeBill.in.sold)}
  ) sold
`
/** Combos a store sells: its own, and those whose scope names the store. */
const soldIn = (hid: number) => sql`(g.hid = ${hid} or ${hid}::bigint = any(g.scope_hid))`

async function comboOf(cx: Cx, fgid: number): Promise<FeeGroup> {
  const row =
    (await cx.db.one(Sold, sql`select ${SOLD} from fee_group g where g.fgid = ${fgid}`)) ?? cx.refuse('not_found', { what: '套餐' })
  return { ...row, groupItems: await itemsOf(cx, [fgid]) }
}
async function save(cx: Cx<'combo_items' | 'combo_validity'>, input: z.output<typeof EditFeeGroup>): Promise<FeeGroup> {
  const existing = input.fgid ? await find(cx, 'fee_group', { fgid: input.fgid }) : undefined
  const {
    fgid,
    groupItems,
    hid = cx.who.hid,
    validityName = null,
    note = null,
    originalPrice: _,
    ...group
  } = completed(EditFeeGroup, existing, input)
  ownStore(cx, hid)
  if (!groupItems.length) cx.refuse('combo_items', { field: 'groupItems' })
  const days = group.validityType === 1 || group.validityType === 3
  if (days && !/^[1-9]\d{0,3}$/.test(validityName ?? '')) cx.refuse('combo_validity', { what: '有效天数', field: 'validityName' })
  if (group.validityType === 2 && !/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(validityName ?? ''))
    cx.refuse('combo_validity', { what: '截止日期（2026-12-31）', field: 'validityName' })
  const fees = new Map(
    (
      await cx.db.rows(
        { fiid: 'number', price: 'number' },
        sql`select fiid, price from fee_item where fiid = any(${groupItems.map((i) => i.fiid)})`,
      )
    ).map((r) => [r.fiid, r.price]),
  )
  const originalPrice = groupItems.reduce(
    (sum, i) => sum + (fees.get(i.fiid) ?? cx.refuse('not_found', { what: '收费项目', field: 'groupItems' })) * i.quantity,
    0,
  )
  const columns = { ...group, hid, validityName: group.validityType === 0 ? null : validityName, note, originalPrice }
  const row = fgid ? await change(cx, 'fee_group', { fgid }, { what: '套餐' }, columns) : await insert(cx, 'fee_group', columns)
  await remove(cx, 'fee_group_item', { fgid: row.fgid })
  await insertMany(
    cx,
    'fee_group_item',
    groupItems.map((item, i) => ({ fgid: row.fgid, lineNo: i + 1, ...item })),
  )
  return comboOf(cx, row.fgid)
}

/** Refuses a bill that would exceed a combo's limit per member. */
export async function checkCombos(
  cx: Cx<'combo_off' | 'combo_limit' | 'combo_new_only'>,
  { pid, hid, fbid }: { pid: number; hid: number; fbid: number | undefined },
  lines: ReadonlyArray<{ fgid: number | null; quantity: number }>,
): Promise<void> {
  const quantities = new Map<number, number>()
  for (const l of lines) if (l.fgid !== null) quantities.set(l.fgid, (quantities.get(l.fgid) ?? 0) + l.quantity)
  for (const [fgid, quantity] of quantities) {
    const group = (await find(cx, 'fee_group', { fgid })) ?? cx.refuse('not_found', { what: '套餐', field: 'items' })
    const { name, restrictedQuantity: most } = group
    if (group.status !== inUse.is.on || (group.hid !== hid && !group.scopeHid.includes(hid)))
      cx.refuse('combo_off', { name, field: 'items' })
    if (most) {
      const owned = (
        await cx.db.the(
          { n: 'number' },
          sql`
            select count(*) n
            from member_package
            where pid = ${pid} and fgid = ${fgid} and status <> ${lit(memberPackage.is.givenBack)}
          `,
        )
      ).n
      if (owned + quantity > most) cx.refuse('combo_limit', { name, most, had: owned, field: 'items' })
    }
    if (
      group.purchaseRestriction === 1 &&
      (await cx.db.any(
        sql`
          select 1
          from fee_bill
          where pid = ${pid} and status in ${lit(feeBill.in.sold)} and fbid is distinct from ${fbid ?? null}::bigint
          limit 1
        `,
      ))
    )
      cx.refuse('combo_new_only', { name, field: 'items' })
  }
}

/** Loads an active combo that the store sells. */
export async function comboSold(cx: Cx, hid: number, fgid: number): Promise<Row<'fee_group'>> {
  const group = await find(cx, 'fee_group', { fgid, status: inUse.is.on })
  return group && (group.hid === hid || group.scopeHid.includes(hid)) ? group : cx.refuse('not_found', { what: '套餐', field: 'fgid' })
}

/** Opens a package from a combo. `price` is the amount paid in fen, `ref` the document it came with. */
export async function openCombo(
  cx: Cx,
  fgid: number,
  { name, ...opened }: { hid: number; pid: number; price: number; ref: string; name?: string },
): Promise<void> {
  const group = (await find(cx, 'fee_group', { fgid }))!
  if (group.comboType === 1) return
  const days = Number(group.validityName)
  const expiryOf: Record<number, () => Promise<string> | string | null> = {
    1: async () => (await cx.db.the({ day: 'string' }, sql`select ${cx.today}::date + ${days}::int as day`)).day,
    2: () => group.validityName,
  }
  await openPackage(cx, {
    ...opened,
    fgid,
    name: name ?? group.name,
    expiresOn: (await expiryOf[group.validityType]?.()) ?? null,
    validDays: group.validityType === 3 ? days : null,
    cancelDays: group.cancelLimit,
    items: (await itemsOf(cx, [fgid])).map(({ fiid, name: item, price: unitPrice, quantity }) => ({
      fiid,
      name: item,
      price: unitPrice,
      quantity,
    })),
  })
}
/** Opens the packages of a bill that was just paid, one per piece of a line. */
export async function openPackages(cx: Cx, { hid, pid }: Row<'fee_bill'>, items: ReadonlyArray<Row<'bill_item'>>): Promise<void> {
  for (const { fgid, name, amount, quantity, biid } of items) {
    if (fgid === null) continue
    const pieces = Array.from({ length: quantity }, () => 1)
    for (const price of share(amount, pieces)) await openCombo(cx, fgid, { hid, pid, name, price, ref: `bill_item:${biid}` })
  }
}

/** Adds to packages what their combos gained since; never removes anything. Returns the number of changed packages. */
async function synchronise(cx: Cx, packages: ReadonlyArray<Row<'member_package'>>): Promise<number> {
  const fgids = [...new Set(packages.map((p) => p.fgid))]
  const open = new Set(
    (await cx.db.rows({ fgid: 'number' }, sql`select fgid from fee_group where fgid = any(${fgids}) and synchronous_setting = 1`)).map(
      (g) => g.fgid,
    ),
  )
  const combos = await itemsOf(cx, [...open])
  let changed = 0
  for (const pack of packages.filter((p) => open.has(p.fgid!))) {
    const existing = await cx.db.rows(
      { packageItemId: 'number', fiid: 'number | null', quantity: 'number' },
      sql`
        select package_item_id, fiid, quantity
        from package_item
        where package_id = ${pack.packageId}
      `,
    )
    const required = combos.filter((c) => c.fgid === pack.fgid)
    const missing = required.filter((w) => !existing.some((h) => h.fiid === w.fiid))
    const short = required.flatMap((w) =>
      existing.filter((h) => h.fiid === w.fiid && h.quantity < w.quantity).map((h) => ({ ...h, by: w.quantity - h.quantity })),
    )
    if (missing.length)
      await addItems(
        cx,
        { packageId: pack.packageId, hid: pack.hid, ref: pack.ref, name: pack.name },
        missing.map(({ fiid, name, price, quantity }) => ({ fiid, name, price, quantity })),
      )
    for (const s of short) await raiseItem(cx, pack, s.packageItemId, s.by)
    if (missing.length || short.length) changed++
  }
  return changed
}

export const groupHandlers: Handlers<typeof groups> = {
  'feegroup.list': async (cx, { hid, ...query }) => {
    const { list, total } = await pageOf(
      cx,
      {
        of: Sold,
        select: SOLD,
        from: sql`fee_group g`,
        order: sql`g.status, g.fgid desc`,
        where: [
          soldIn(ownStore(cx, hid)),
          query.status === undefined ? undefined : sql`g.status = ${query.status}`,
          query.search ? sql`position(${query.search} in g.name) > 0` : undefined,
        ],
      },
      query,
    )
    const items = await itemsOf(
      cx,
      list.map((g) => g.fgid),
    )
    return { list: list.map((g) => ({ ...g, groupItems: items.filter((i) => i.fgid === g.fgid) })), total }
  },
  'feegroup.info': async (cx, { id }) => {
    const { groupItems: feeGroupItem, ...feeGroup } = await comboOf(cx, id)
    return { feeGroup, feeGroupItem }
  },
  'feegroup.save': save,
  'feegroup.status': async (cx, { id, status }) => {
    await comboOf(cx, id)
    await update(cx, 'fee_group', { fgid: id }, { status })
    return comboOf(cx, id)
  },
  'feegroup.delete': async (cx, { fgid }) => {
    await comboOf(cx, fgid)
    await remove(cx, 'fee_group', { fgid })
    return null
  },
  'feegroup.synchronization': async (cx, { id }) => {
    await comboOf(cx, id)
    return {
      changed: await synchronise(
        cx,
        await cx.db.rows(
          wholeRow('member_package'),
          sql`
            select *
            from member_package
            where fgid = ${id} and status in ${lit(memberPackage.in.held)}
            order by package_id
            for update
          `,
        ),
      ),
    }
  },
  'packages.synchronization': async (cx, { pid }) => ({
    changed: await synchronise(cx, await packagesOfCombo(cx, (await patientOf(cx, pid)).pid)),
  }),
}
