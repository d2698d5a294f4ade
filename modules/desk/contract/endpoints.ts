import { get } from '#kernel/contract/index.ts'
import { Days, OfStore, StockWarn, Today } from './shapes.ts'

export const desk = {
  'home.today': get('/today', { can: 'desk:view', summary: 'The day of a store: queue, jobs by stage, takings, what is late', input: OfStore, output: Today }),
  'home.stock-warn': get('/{product}/home_page/stock_warn', { can: 'desk:view', summary: 'Stock that is low, high, expiring or held', input: OfStore, output: StockWarn }),
  'home.days': get('/today/days', { can: 'desk:view', summary: 'Ours: visits and glasses orders of the last 14 days', input: OfStore, output: Days }),
}
export default desk
