import { columnsOf, familyHandlers, implement, insert, lit, remove, sql, update } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { inUse } from '#kernel/contract/index.ts'
import { settings } from '../contract/endpoints.ts'
import { kindOf, masterData } from '../contract/families.ts'
import { ChainItem, Level } from '../contract/shapes.ts'
import { copyItems, openStore } from './copy.ts'
import { levelOf } from './door.ts'
import { listItems, orderItems, usesOf, verbsOfKind } from './items.ts'
import { closeMonth, monthsOf, reopenMonth } from './months.ts'
import { optionsOf, saveOptions } from './options.ts'

const verbs = Object.fromEntries(Object.entries(kindOf).map(([calls, kind]) => [calls, verbsOfKind(kind)]))

export default implement(settings, {
  'settings.level.list': async (cx, { hid, pageSize, pageNum }) => {
    const rows = await cx.db.rows(
      Level,
      sql`
        select ${columnsOf(Level, 'level', 'uses')}
        from level
        where hid = ${hid}
        order by sort, id
      `,
    )
    const uses = await usesOf(
      cx,
      'level',
      rows.map((r) => r.id),
    )
    return {
      list: (pageSize ? rows.slice((pageNum - 1) * pageSize, pageNum * pageSize) : rows).map((r) => ({ ...r, uses: uses.get(r.id) ?? 0 })),
      total: rows.length,
    }
  },
  'settings.chain': async (cx, { hid, kind }) => {
    const elsewhere = sql`x.hid <> ${ownStore(cx, hid)}`
    const list = await cx.db.rows(
      ChainItem,
      kind === 'level'
        ? sql`
          select x.id, 'level' kind, x.name, s.name hospital_name, x.discount, x.point_multiple
          from level x
          join store s on s.oid = x.oid and s.hid = x.hid
          where ${elsewhere}
          order by x.hid, x.sort, x.id
        `
        : sql`
          select x.id, 'tag' kind, x.name, s.name hospital_name, null::numeric discount, null::numeric point_multiple
          from master_item x
          join store s on s.oid = x.oid and s.hid = x.hid
          where x.kind = 'tag' and x.status = ${lit(inUse.is.on)} and ${elsewhere}
          order by x.hid, x.sort, x.id
        `,
    )
    return { list, total: list.length }
  },
  'settings.level.get': (cx, { id }) => levelOf(cx, id),
  'settings.level.save': async (cx, { id, ...level }) => {
    ownStore(cx, level.hid)
    if (!id) {
      const last = await cx.db.the({ sort: 'number' }, sql`select coalesce(max(sort), 0) + 1 sort from level where hid = ${level.hid}`)
      // Constraints keep the columns within the choices of the shape, which the compiler cannot see.
      return (await insert(cx, 'level', { ...level, sort: last.sort })) as unknown as Level
    }
    if ((await levelOf(cx, id)).hid !== level.hid) return cx.refuse('not_found', { what: '会员等级' })
    // As above.
    return (await update(cx, 'level', { id }, level)) as unknown as Level
  },
  'settings.level.delete': async (cx, { id }) => {
    const level = await levelOf(cx, id)
    ownStore(cx, level.hid)
    const uses = (await usesOf(cx, 'level', [id])).get(id)
    if (uses) return cx.refuse('in_use', { what: `会员等级“${level.name}”（${uses} 处）` })
    await remove(cx, 'level', { id })
    return null
  },
  ...familyHandlers(masterData, verbs),
  'revisits.types.list': (cx, { hid = cx.who.hid, ...query }) => listItems(cx, 'revisit-type', { ...query, hid }),
  'settings.meditem.list-by-type': (cx, query) => listItems(cx, 'meditem', query),
  'settings.order': orderItems,
  'settings.copy': copyItems,
  'settings.notices-today': async (cx, { hid }) => {
    const { list } = await listItems(cx, 'notice', { hid, status: inUse.is.on })
    return list
      .filter((n) => (n.startDate ?? '') <= cx.today && (n.endDate ?? '9999') >= cx.today)
      .sort((a, b) => Number(b.pinned) - Number(a.pinned))
  },
  'settings.open-store': openStore,
  'settings.save': saveOptions,
  'settings.months.list': monthsOf,
  'settings.months.close': closeMonth,
  'settings.months.reopen': reopenMonth,
  'settings.info': async (cx, { id }) => ({ hid: ownStore(cx, id), ...(await optionsOf(cx, id)) }),
})
