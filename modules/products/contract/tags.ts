/** Further calls of product tags. */
import { count, get, id, name, put, z } from '#kernel/contract/index.ts'
import { productCategory, productId } from './fields.ts'

const hid = id('门店').optional()
const tagId = id('标签')
const ids = z.array(productId).max(2000).default([])
/** An active tag with its number of products. */
export const CountedTag = z.object({ id: tagId, name: name('标签'), category: productCategory.nullable(), products: count('商品数') })
export const tags = {
  'product-tag.category': get('/product_tag/category/{id}', {
    can: 'product:view',
    summary: 'Tags of a kind of goods in use, with how many goods of that kind bear each',
    input: z.object({ id: id('商品类别'), hid }),
    output: z.object({ list: z.array(CountedTag), total: count('标签数') }),
  }),
  'product-tag.products': put('/product_tag/{id}/products', {
    can: 'product:edit',
    summary: 'Ours: puts a tag on goods and takes it off',
    input: z.object({ id: tagId, add: ids.meta({ label: '加上标签的商品' }), remove: ids.meta({ label: '去掉标签的商品' }) }),
    output: CountedTag,
    fails: ['tag_category'],
  }),
}
