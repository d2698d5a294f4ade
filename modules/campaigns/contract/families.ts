import { choice, count, crud, family, id, inUse, money, name, status, text } from '#kernel/contract/index.ts'
import { campaignKinds, imageUrl, rewardKinds } from './fields.ts'

/** What a campaign starts from. */
const families = {
  'campaign-settings': family({
    table: 'campaign_preset',
    label: '活动模板',
    noun: 'campaign preset',
    can: { view: 'marketing:view', edit: 'marketing:edit' },
    calls: crud('/v1/{product}/campaign-settings'),
    fields: {
      name: name('模板名称', { max: 40 }),
      kind: choice('活动类型', campaignKinds),
      poster: imageUrl('海报').nullable().default(null),
      shareText: text('分享语', { max: 100 }).nullable().default(null),
      rewardKind: choice('奖励', rewardKinds).default(0),
      couponKindId: id('卡券').nullable().default(null),
      rewardPoints: count('奖励积分', { min: 1, max: 100_000 }).nullable().default(null),
      attributionDays: count('归因天数', { min: 1, max: 90, unit: '天' }).default(7),
      perPerson: count('每户名额', { min: 1, max: 100 }).default(1),
      ceiling: money('封顶金额', { min: 0.01 }).nullable().default(null),
      status: status('状态', inUse).default(inUse.is.on),
    },
    has: ['version', 'uses'],
    filters: ['kind', 'status', 'name'],
    fails: ['wording', 'wording_reason', 'foreign_link', 'reward_missing'],
  }),
}
export default families
