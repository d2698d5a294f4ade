import { states } from '#kernel/contract/index.ts'

export const onSale = states({
  0: { name: 'on', label: '在售', tone: 'ok' },
  1: { name: 'off', label: '停售', tone: 'neutral' },
})
/** Supply of a lens (`classifyStatus`): from stock by power, or made to order. */
export const making = states({
  1: { name: 'stocked', label: '现片' },
  2: { name: 'custom', label: '订制' },
})
