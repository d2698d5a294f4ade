import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  hours_order: '营业时间第 {slot} 段：关门时间应晚于开门时间',
  paper_size: '“{title}”不能印在这种纸上',
  paper_part: '“{title}”没有“{part}”可选',
})
