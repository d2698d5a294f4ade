import { callsOf, done, get, page, post, put, z } from '#kernel/contract/index.ts'
import { StoreRow } from '#modules/institution/contract/shapes.ts'
import { masterData } from './families.ts'
import { CopyItems, Copied, kinds, OfStoreOrOwn, OfType, OrderItems, pageOfKind } from './kinds.ts'
import { ClosedMonth, ClosedMonthPage, CloseMonth, MonthQuery, ReopenMonth } from './months.ts'
import { SaveOptions, StoreOptions } from './options.ts'
import { ById, ChainPage, ChainQuery, EditLevel, Level, LevelPage, LevelQuery, NewStore } from './shapes.ts'

export const settings = {
  'settings.level.list': get('/level/list/{hid}', {
    can: 'session',
    summary: 'Member levels of a store (pageSize 0 = all)',
    input: LevelQuery,
    output: LevelPage,
  }),
  'settings.chain': get('/settings/chain/{hid}', {
    can: 'session',
    summary: 'Ours: levels or tags that the other stores of the chain keep, to be read in this one',
    input: ChainQuery,
    output: ChainPage,
  }),
  'settings.level.get': get('/level/getByid/{id}', { can: 'session', summary: 'One member level', input: ById, output: Level }),
  'settings.level.save': post('/level/updateOrinsert/', {
    changes: 'id',
    can: 'settings:edit',
    summary: 'Creates or changes a member level',
    input: EditLevel,
    output: Level,
  }),
  'settings.level.delete': get('/level/delete/{id}', {
    can: 'settings:edit',
    summary: 'Deletes a level nobody holds',
    input: ById,
    output: done(),
    pure: false,
  }),
  ...callsOf(masterData),
  // The legacy path of this list has no store.
  'revisits.types.list': get('/revisit-types', {
    can: 'session',
    summary: 'Types of follow-up of a store, the one worked in when none is named',
    input: OfStoreOrOwn,
    output: page(kinds['revisit-type'].row),
  }),
  'settings.meditem.list-by-type': get('/meditem/list/{hid}/{type}', {
    can: 'session',
    summary: 'Medical items of one type',
    input: OfType,
    output: pageOfKind('meditem'),
  }),
  'settings.order': put('/settings/{product}/order', {
    can: 'settings:edit',
    summary: 'Ours: the order of a list, by the ids from first to last',
    input: OrderItems,
    output: done(),
  }),
  'settings.copy': post('/settings/{product}/copy', {
    can: 'settings:edit',
    summary: 'Ours: copies lists of one store to another; names already there stay as they are',
    input: CopyItems,
    output: Copied,
  }),
  'settings.notices-today': get('/settings/{product}/notices/{hid}', {
    can: 'session',
    summary: 'Ours: notices in force today, pinned ones first',
    input: OfType.pick({ hid: true }),
    output: z.array(kinds.notice.row),
  }),
  'settings.open-store': post('/settings/{product}/store', {
    can: 'settings:store',
    summary: 'Ours: opens a further store of the chain',
    input: NewStore,
    output: StoreRow,
  }),
  'settings.save': post('/settings/{product}/insertOrUpdate', {
    can: 'settings:edit',
    summary: 'Changes choices of a store; what is not named stays',
    input: SaveOptions,
    output: StoreOptions,
  }),
  'settings.months.list': get('/settings/{product}/months/{hid}', {
    can: 'settings:close-month',
    summary: 'Ours: months of a store whose books were closed, newest first',
    input: MonthQuery,
    output: ClosedMonthPage,
  }),
  'settings.months.close': post('/settings/{product}/months', {
    can: 'settings:close-month',
    summary: 'Ours: closes the books of a month; nothing is dated into it any more',
    input: CloseMonth,
    output: ClosedMonth,
    fails: ['month_over', 'month_closed_already'],
  }),
  'settings.months.reopen': put('/settings/{product}/months/{id}', {
    can: 'settings:close-month',
    summary: 'Ours: opens a closed month again, with the reason',
    input: ReopenMonth,
    output: ClosedMonth,
    fails: ['month_open'],
  }),
  'settings.info': get('/settings/getInfo/{id}', {
    store: 'id',
    can: 'session',
    summary: 'All choices of a store, with defaults for those never made',
    input: z.object({ id: OfType.shape.hid }),
    output: StoreOptions,
  }),
}
export default settings
