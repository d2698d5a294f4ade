import { binary, count, date, get, id, outside, page, perPage, text, word, z, personal } from '#kernel/contract/index.ts'
import * as f from './fields.ts'

/** Names of the rankings in the URL. The first three are the tabs of the legacy screen. */
export const rankNames = {
  paid: '消费排行',
  prepaid: '储值排行',
  credit: '积分排行',
  friends: '推荐人数排行',
  total: '推荐消费排行',
} as const
export type RankName = keyof typeof rankNames
const days = { startTime: date('开始日期').optional(), endTime: date('结束日期').optional() }
const filters = { hid: id('门店').optional(), levelId: id('会员等级').optional(), ...days }
const RankQuery = z.object({ ...filters, ...perPage })
/** A member's place in a ranking. Rankings by money fill `amount`; rankings by points or by number of people fill `number`. */
export const RankRow = z.object({
  rank: count('名次', { width: 64 }),
  pid: id('会员'),
  patientName: personal(text('会员', { width: 110 }), 'name'),
  memberNo: text('会员号', { width: 118 }),
  mobile: personal(text('手机号', { format: 'phone', width: 118 })).nullable(),
  levelName: text('会员等级').nullable(),
  storeName: text('门店'),
  amount: f.signed('金额').nullable(),
  number: z.int().nullable().meta({ label: '数量', format: 'count', adds: true }),
  times: count('次数'),
  lastAt: f.happenedAt.nullable(),
})
export type RankRow = z.output<typeof RankRow>
const ranking = (summary: string) => ({ can: 'rank:view', summary, input: RankQuery, reads: 'many', output: page(RankRow) }) as const
export const rankings = {
  'points.rankings.consumption': get('/members/consumption/rankings', ranking('Members by what they paid for bills, net of refunds')),
  'points.rankings.stored': get('/members/stored/rankings', ranking('Members by principal topped up, net of withdrawals')),
  'points.rankings.points': get('/members/points/rankings', ranking('Members by points earned')),
  'points.rankings.friends': get('/members/friends/rankings', ranking('Members by how many they recommended')),
  'points.rankings.friends-total': get('/members/friends/total-rankings', ranking('Members by what those they recommended paid')),
  'patients.export-rankings': outside.get('/patient/export-rankings/{hid}', {
    can: 'rank:view',
    binary: true,
    timeout: 60,
    summary: 'A ranking as Excel',
    input: z.object({ ...filters, hid: id('门店'), rankName: word('排行', rankNames).default('paid') }),
    reads: 'many',
    output: binary(),
  }),
}
export const rankCalls = {
  paid: 'points.rankings.consumption',
  prepaid: 'points.rankings.stored',
  credit: 'points.rankings.points',
  friends: 'points.rankings.friends',
  total: 'points.rankings.friends-total',
} as const satisfies Record<RankName, keyof typeof rankings>
