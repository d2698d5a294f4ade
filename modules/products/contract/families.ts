/** Product tags: a store's own words per kind of goods, used to filter product lists. */
import { crud, family, inUse, name, status } from '#kernel/contract/index.ts'
import { productCategory } from './fields.ts'

const families = {
  'product-tags': family({
    table: 'product_tag',
    label: '商品标签',
    noun: 'product tag, ours',
    can: { view: 'product:view', edit: 'product:edit' },
    calls: crud('/v1/{product}/product-tags'),
    fields: {
      name: name('标签', { max: 20 }),
      /** Kind of goods the tag applies to; null = any. */
      category: productCategory.nullable().default(null),
      status: status('状态', inUse).default(inUse.is.on),
    },
    filters: ['name', 'category', 'status'],
    has: ['sort', 'version', 'uses'],
  }),
}
export default families
