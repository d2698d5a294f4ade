/** Fee items: everything the clinic charges for besides goods. */
import { pinyin } from 'pinyin-pro'
import { inUse, type Page, type z } from '#kernel/contract/index.ts'
import { columnsOf, completed, find, insert, pageOf, remove, sql, update, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { itemTypes } from '../contract/fields.ts'
import { EditFeeItem, FeeItem, type FeeItemProjects, type FeeItemTree } from '../contract/shapes.ts'

interface ItemFilter {
  hid: number
  type?: readonly number[] | undefined
  status?: number | undefined
  search?: string | undefined
}

/** Fee items of a store, by name, pinyin, initials or bar code. */
export const feeItems = (cx: Cx, query: ItemFilter): Promise<Page<FeeItem>> => {
  const words = query.search?.toLowerCase()
  return pageOf(
    cx,
    {
      of: FeeItem,
      select: columnsOf(FeeItem, 'fee_item'),
      from: sql`fee_item`,
      order: sql`type, fiid`,
      where: [
        sql`hid = ${ownStore(cx, query.hid)}`,
        query.type?.length ? sql`type = any(${query.type})` : undefined,
        query.status === undefined ? undefined : sql`status = ${query.status}`,
        words
          ? sql`
            (
              position(${words} in lower(name)) > 0
              or starts_with(initials, ${words})
              or starts_with(pinyin, ${words})
              or bar_code = ${query.search}
              or erp_code = ${query.search}
            )
          `
          : undefined,
      ],
    },
    query,
  )
}

export async function feeItemOf(cx: Cx, fiid: number): Promise<FeeItem> {
  // Constraints keep number and text columns within the choices of the shape, which the compiler cannot see.
  return ((await find(cx, 'fee_item', { fiid })) as unknown as FeeItem | undefined) ?? cx.refuse('not_found', { what: '收费项目' })
}

/** Active fee items grouped by type; types without items are omitted. */
export async function feeItemTree(cx: Cx, hid: number): Promise<z.output<typeof FeeItemTree>> {
  const every = { hid, status: inUse.is.on, pageSize: 0 }
  const { list } = await feeItems(cx, every)
  return Object.entries(itemTypes).flatMap(([type, name]) => {
    const children = list.filter((item) => item.type === Number(type))
    return children.length ? [{ fcid: Number(type), name, children }] : []
  })
}

/** Active fee items with their usual combinations; stopped and deleted items are omitted. */
export async function associated(cx: Cx, hid: number): Promise<Array<z.output<typeof FeeItemProjects>>> {
  const every = { hid, status: inUse.is.on, pageSize: 0 }
  const { list } = await feeItems(cx, every)
  const byId = new Map(list.map((item) => [item.fiid, item]))
  return list.flatMap(({ fiid, name, associatedProjects }) => {
    const projects = associatedProjects.flatMap((id) => byId.get(id) ?? [])
    return projects.length ? [{ fiid, name, projects }] : []
  })
}

const spelled = (text: string, pattern: 'first' | 'pinyin') =>
  pinyin(text, { pattern, toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .join('')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

export async function saveFeeItem(cx: Cx, input: z.output<typeof EditFeeItem>): Promise<FeeItem> {
  const existing = input.fiid ? await feeItemOf(cx, input.fiid) : undefined
  // A new name gets new pinyin.
  const { fiid, hid, associatedProjects, pinyin: spelling, ...item } = { ...completed(EditFeeItem, existing, input), pinyin: input.pinyin }
  const row = {
    ...item,
    pinyin: spelling || spelled(item.name, 'pinyin'),
    initials: spelled(item.name, 'first'),
    associatedProjects: JSON.stringify(associatedProjects),
  }
  // Constraints keep the columns within the choices of the shape, which the compiler cannot see.
  if (!fiid) return (await insert(cx, 'fee_item', { ...row, hid: ownStore(cx, hid ?? cx.who.hid) } as never)) as unknown as FeeItem
  // As above.
  return (await update(cx, 'fee_item', { fiid }, row as never)) as unknown as FeeItem
}

export async function setFeeItemStatus(cx: Cx, fiid: number, status: Row<'fee_item'>['status']): Promise<FeeItem> {
  await feeItemOf(cx, fiid)
  // As above.
  return (await update(cx, 'fee_item', { fiid }, { status })) as unknown as FeeItem
}

export async function deleteFeeItem(cx: Cx, fiid: number): Promise<null> {
  await feeItemOf(cx, fiid)
  await remove(cx, 'fee_item', { fiid })
  return null
}
