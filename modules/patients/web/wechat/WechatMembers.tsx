/** Members with WeChat: who wrote, who may be sent marketing; and those who still have none. */
import { Button } from 'antd'
import { useState } from 'react'
import { Badge, Can, DataTable, Screen, confirm, t, toast, useCan, useGo, useSend, useWho, Status } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { WechatMember } from '../../contract/shapes.links.ts'
import { ageColumn, genderColumn, mobileColumn, nameColumn, numberColumn } from '../list/columns.tsx'
import { WechatBind, wechatStale } from './WechatBind.tsx'
import { consenting } from '../../contract/states.ts'

export default function WechatMembers() {
  const go = useGo()
  const can = useCan()
  const { hid } = useWho()
  const [total, setTotal] = useState<number>()
  const [binding, setBinding] = useState<WechatMember>()
  const unbind = useSend(patients['patients.wechat.unbind'], { invalidates: wechatStale, onSuccess: () => toast(t`已解绑`, 'ok') })
  const ask = async (r: WechatMember) => {
    if (await confirm({ message: t`解绑“${r.name}”的微信？之后无法与会员微信沟通`, danger: true, ok: t`解绑` }))
      unbind.mutate({ pid: r.pid })
  }
  const open = (r: WechatMember) => go(`/patients/detail/${r.pid}/${r.wechatAt && can('patient:chat') ? 'chat' : 'home'}`)
  return (
    <Screen fill note={total !== undefined && t`${total.toLocaleString('en-US')} 人`}>
      <DataTable
        of={patients['patients.wechat.list']}
        input={{ hid }}
        rowKey="pid"
        live={['patients', 'messages']}
        pageSize={50}
        onTotal={setTotal}
        onOpen={open}
        defaults={{ bound: 'true' }}
        columns={[
          numberColumn(),
          nameColumn(),
          genderColumn(),
          ageColumn(),
          mobileColumn(),
          { key: 'wechatName', sort: false },
          { key: 'wechatAt', sort: false, width: 104, render: (r) => r.wechatAt?.slice(0, 10) ?? '—' },
          { key: 'unread', sort: false, render: (r) => (r.unread ? <Badge tone="warn">{t`${r.unread} 条未读`}</Badge> : '—') },
          { key: 'marketing', sort: false, render: (r) => (r.marketing ? <Status of={consenting} value={consenting.is.given} /> : '—') },
          { key: 'lastVisitAt', sort: false, width: 104, render: (r) => r.lastVisitAt?.slice(0, 10) ?? '—' },
        ]}
        filters={['name', 'bound']}
        actions={(r) => (
          <>
            {r.wechatAt && (
              <Can code="patient:chat">
                <Button size="small" onClick={() => open(r)}>{t`沟通`}</Button>
              </Can>
            )}
            <Can code="patient:save">
              {r.wechatAt ? (
                <Button size="small" onClick={() => void ask(r)}>{t`解绑`}</Button>
              ) : (
                <Button size="small" onClick={() => setBinding(r)}>{t`绑定`}</Button>
              )}
            </Can>
          </>
        )}
        empty={{ text: t`还没有绑定微信的会员。会员关注公众号并扫码后出现在这里` }}
      />
      <WechatBind pid={binding?.pid} name={binding?.name ?? ''} close={() => setBinding(undefined)} />
    </Screen>
  )
}
