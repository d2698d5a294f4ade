/** Standing in for a colleague: replaces the browser's session; the audit records who stood in. */
import { Button } from 'antd'
import { Can, confirm, t, useSend } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import { enter } from '../login/enter.ts'

export function StandIn({ uid, name }: { uid: number | null; name: string }) {
  const fetch = useSend(account['account.new-token'], { onSuccess: enter })
  if (uid === null) return null
  const confirmStandIn = async () => {
    const message = t`以 ${name} 的账号登录？本浏览器将退出您的账号，代为登录会记入操作审计`
    if (await confirm({ message, ok: t`代为登录` })) fetch.mutate({ id: uid })
  }
  return (
    <Can code="account:token">
      <Button size="small" loading={fetch.isPending} onClick={() => void confirmStandIn()}>{t`代为登录`}</Button>
    </Can>
  )
}
