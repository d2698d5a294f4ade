/** Costs of the channels members come from, edited in place. */
import { Button, Drawer } from 'antd'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { t, useCall, useWho } from '#kernel/web/index.ts'
import { FamilyList } from '#kernel/web/family/FamilyList.tsx'
import { patients } from '#modules/patients/contract/endpoints.ts'
import { statistics } from '../../contract/endpoints.ts'
import { channelCalls, channels } from '../../contract/families.ts'

export default function ChannelCosts() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Wallet size={14} />} onClick={() => setOpen(true)}>{t`渠道费用`}</Button>
      <Drawer title={t`渠道费用`} open={open} onClose={() => setOpen(false)} size={720} destroyOnHidden>
        <Costs />
      </Drawer>
    </>
  )
}
function Costs() {
  const { hid } = useWho()
  const sources = useCall(patients['patients.source.list'], { hid, pageSize: 0 }, { stale: 60_000 })
  const options = (sources.data?.list ?? []).map((s) => ({ value: s.id, label: s.name }))
  return (
    <FamilyList
      families={channels}
      calls={channelCalls}
      name="channel-costs"
      columns={['day', 'sourceName', 'amount', 'note']}
      fields={[{ key: 'sourceId', options }, 'day', 'amount', 'note']}
      also={[statistics['statistics.channel']]}
      empty={t`还没有登记费用。例如：地推、广告、转介绍奖励`}
    />
  )
}
