import { callsOf, crud, date, family, happened, id, money, named, text } from '#kernel/contract/index.ts'

/** Costs of the channels members come from. */
export const channels = {
  'channel-costs': family({
    table: 'channel_cost',
    label: '渠道费用',
    noun: 'cost of a channel, ours',
    can: { view: 'stat:view', edit: 'stat:channel' },
    calls: crud('/v1/{product}/channel-costs'),
    fields: {
      sourceId: id('来源'),
      day: happened(date('日期')),
      amount: money('费用'),
      note: text('备注', { max: 200 }).nullable().optional(),
    },
    shown: { sourceName: named(text('来源').nullable(), 'sourceId', 'patient_source') },
    has: ['version'],
    filters: ['sourceId'],
    order: ['-day'],
    excel: true,
  }),
}
export const channelCalls = callsOf(channels)
