import { implement, insert, pageOf, remove, sql, update } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { settings } from '../contract/endpoints.ts'
import type { Level } from '../contract/shapes.ts'
import { levelOf } from './door.ts'

export default implement(settings, {
  'settings.level.list': (cx, query) => pageOf<Level>(cx, { select: sql`*`, from: sql`level`, where: [sql`hid = ${query.hid}`], order: sql`sort, id` }, query),
  'settings.level.get': (cx, { id }) => levelOf(cx, id),
  'settings.level.save': async (cx, { id, ...level }) => {
    ownStore(cx, level.hid)
    if (!id) return (await insert(cx, 'level', level)) as unknown as Level
    await levelOf(cx, id)
    return (await update(cx, 'level', { id }, level)) as unknown as Level
  },
  'settings.level.delete': async (cx, { id }) => {
    await levelOf(cx, id)
    await remove(cx, 'level', { id })
    return null
  },
})
