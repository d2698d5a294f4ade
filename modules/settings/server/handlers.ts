import { columnsOf, implement, insert, remove, sql, update, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { Page } from '#kernel/contract/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { settings } from '../contract/endpoints.ts'
import type { Item, Kind } from '../contract/kinds.ts'
import { Level } from '../contract/shapes.ts'
import { copyItems, openStore } from './copy.ts'
import { levelOf } from './door.ts'
import { deleteItem, itemOf, listItems, orderItems, saveItem, usesOf } from './items.ts'
import { optionsOf, saveOptions } from './options.ts'

type ListQuery = Parameters<typeof listItems>[2]
type Save = Parameters<typeof saveItem>[2]
type ById = { id: number }
interface Did<K extends Kind> {
  list: (cx: Cx, query: ListQuery) => Promise<Page<Item<K>>>
  get: (cx: Cx, input: ById) => Promise<Item<K>>
  save: (cx: Cx, input: Save) => Promise<Item<K>>
  delete: (cx: Cx, input: ById) => Promise<null>
}
const verbs = <K extends Kind>(kind: K): Did<K> => ({
  list: (cx, query) => listItems(cx, kind, query),
  get: (cx, { id }) => itemOf(cx, kind, id),
  save: (cx, input) => saveItem(cx, kind, input),
  delete: (cx, { id }) => deleteItem(cx, kind, id),
})
/** Handlers of the two families in contract/calls.ts. */
const legacy = <const P extends string, K extends Kind>(
  prefix: P,
  kind: K,
): { readonly [N in `${P}.list`]: Did<K>['list'] } & { readonly [N in `${P}.save`]: Did<K>['save'] } & {
  readonly [N in `${P}.delete`]: Did<K>['delete']
} => {
  const did = verbs(kind)
  return { [`${prefix}.list`]: did.list, [`${prefix}.save`]: did.save, [`${prefix}.delete`]: did.delete } as never
}
const crud = <const P extends string, K extends Kind>(
  prefix: P,
  kind: K,
): { readonly [N in `${P}.list`]: Did<K>['list'] } & { readonly [N in `${P}.get`]: Did<K>['get'] } & {
  readonly [N in `${P}.${'create' | 'update'}`]: Did<K>['save']
} & { readonly [N in `${P}.delete`]: Did<K>['delete'] } => {
  const did = verbs(kind)
  return {
    [`${prefix}.list`]: did.list,
    [`${prefix}.get`]: did.get,
    [`${prefix}.create`]: did.save,
    [`${prefix}.update`]: did.save,
    [`${prefix}.delete`]: did.delete,
  } as never
}

export default implement(settings, {
  'settings.level.list': async (cx, { hid, pageSize, pageNum }) => {
    const rows = await cx.db.rows(Level, sql`select ${columnsOf(Level, 'level', 'uses')} from level where hid = ${hid} order by sort, id`)
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
  'settings.level.get': (cx, { id }) => levelOf(cx, id),
  'settings.level.save': async (cx, { id, ...level }) => {
    ownStore(cx, level.hid)
    if (!id) {
      const last = await cx.db.the({ sort: 'number' }, sql`select coalesce(max(sort), 0) + 1 sort from level where hid = ${level.hid}`)
      return (await insert(cx, 'level', { ...level, sort: last.sort })) as unknown as Level
    }
    if ((await levelOf(cx, id)).hid !== level.hid) return cx.refuse('not_found', { what: '会员等级' })
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
  ...legacy('settings.tag', 'tag'),
  ...legacy('settings.type', 'type'),
  ...legacy('settings.meditem', 'meditem'),
  'settings.meditem.list-by-type': (cx, query) => listItems(cx, 'meditem', query),
  ...legacy('train-program', 'train-program'),
  ...legacy('reservations.templates', 'reservation-template'),
  ...legacy('revisits.templates', 'revisit-template'),
  ...crud('settings.main-suit', 'main-suit'),
  ...crud('settings.eg-program', 'eg-program'),
  ...crud('settings.eg-combination', 'eg-combination'),
  ...crud('settings.medical-templates', 'medical-template'),
  ...crud('settings.notice', 'notice'),
  ...crud('settings.charge-settings', 'charge-setting'),
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
  'settings.info': async (cx, { id }) => ({ hid: ownStore(cx, id), ...(await optionsOf(cx, id)) }),
})
