import { describe, expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'
import { makeFrame, makeLens } from './make.ts'

async function shop() {
  const clinic = await freshClinic()
  const by = clinic.as('warehouse')
  const [child, adult, lens] = [await makeFrame(by.call), await makeFrame(by.call), await makeLens(by.call)]
  const tag = await by.call('product-tags.create', { hid: clinic.hid, name: '儿童', category: 1 })
  const put = (add: number[], remove: number[] = []) => by.call('product-tag.products', { id: tag.id, add, remove })
  const counted = async () => (await by.call('product-tag.category', { id: 1 })).list.map((t) => [t.name, t.products])
  return { clinic, by, tag, put, counted, child: child.productId, adult: adult.productId, lens: lens.productId }
}

describe('tags of goods', () => {
  it('are counted by kind of goods, filter the list, and are put on once', async () => {
    const { by, tag, put, counted, child, adult } = await shop()
    expect(await counted()).toEqual([['儿童', 0]])
    await put([child])
    expect((await put([child, adult])).products).toBe(2)
    expect((await put([], [adult])).products).toBe(1)
    expect((await by.call('products.list', { tag: tag.id })).list.map((p) => p.productId)).toEqual([child])
    expect(await counted()).toEqual([['儿童', 1]])
    expect((await by.call('product-tag.category', { id: 3 })).list).toEqual([])
    expect(await by.refusal('product-tag.category', { id: 99 })).toMatchObject({ field: 'id', message: '商品类别不存在或已被删除' })
  })
  it('are refused on goods of another kind, to whoever may not edit goods, and in another store', async () => {
    const { clinic, by, tag, lens, child } = await shop()
    expect(await by.refusal('product-tag.products', { id: tag.id, add: [lens] })).toMatchObject({ field: 'add' })
    expect(await clinic.as('cashier').refusal('product-tag.products', { id: tag.id, add: [child] })).toMatchObject({ code: 20405 })
    const other = await freshClinic()
    expect(await other.as('warehouse').refusal('product-tag.products', { id: tag.id, add: [] })).toMatchObject({ code: 1, field: 'id' })
  })
  it('in use are not deleted; goods that are deleted take theirs along', async () => {
    const { clinic, by, tag, put, child } = await shop()
    await put([child])
    expect((await by.refusal('product-tags.delete', { id: tag.id })).message).toContain('儿童')
    await by.call('products.delete', { id: child })
    expect(await by.call('product-tags.list', { hid: clinic.hid })).toMatchObject({ list: [{ name: '儿童', uses: 0 }] })
    await by.call('product-tags.delete', { id: tag.id })
  })
})
