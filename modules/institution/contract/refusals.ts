import { refusals } from '#kernel/contract/index.ts'
export default refusals({ hours_order: '营业时间第 {slot} 段：关门时间应晚于开门时间' })
