import { job, nightly, on } from '#kernel/server/index.ts'
import { smsFailed, smsReplied, templateRefused } from '#modules/messages/contract/events.ts'
import { runStandings } from './standing.ts'
import { runTags } from './tags.ts'
import { dueTasks, sendTask, smsFailed as returnMoney } from './tasks/send.ts'
import { wechatRefused } from './tasks/wechat.ts'
import { answered } from './unsubscribe.ts'

export default [
  on(smsFailed, returnMoney),
  on(smsReplied, answered),
  on(templateRefused, wechatRefused),
  job('marketing.send', sendTask),
  nightly('marketing.due', '* * * * *', async (cx) => {
    for (const hid of cx.who.hids) for (const { id } of await dueTasks(cx, hid)) await cx.enqueue('marketing.send', { id })
  }),
  // 23:30 UTC is half past seven in the clinic, before the first message may go.
  nightly('marketing.standing', '30 23 * * *', runStandings),
  // 18:30 UTC is half past two in the clinic.
  nightly('marketing.tags', '30 18 * * *', runTags),
]
