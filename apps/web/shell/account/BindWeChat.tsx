/** Binding a WeChat by its QR code (R054–R058): the account's own code, bound when a free WeChat scanned it. */
import { Modal } from 'antd'
import { useState } from 'react'
import type { SignedIn } from '#kernel/web/access.tsx'
import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'
import { toast } from '#kernel/web/notice.ts'
import { ScanCode } from '#modules/account/web/door.tsx'

export default function BindWeChat({ who, close }: { who: SignedIn; close: () => void }) {
  const [failed, setFailed] = useState('')
  const bind = (weChatId: string) =>
    call({ method: 'POST', path: '/v1/account/wechat/bind' }, { weChatId, uid: who.uid }, { quiet: true }).then(
      () => {
        toast(t`操作成功`, 'ok')
        setTimeout(() => location.reload(), 1000)
      },
      (error: unknown) => setFailed(error instanceof Error ? error.message : String(error)),
    )
  const boundElsewhere = () => (toast(t`当前微信已绑定其他账号，请解绑后再绑定`, 'warn'), true)
  return (
    <Modal open title={t`绑定微信`} onCancel={close} footer={null} width={340}>
      <ScanCode purpose="bind" onBound={boundElsewhere} onUnbound={(sceneId) => void bind(sceneId)} />
      {failed && (
        <p className="bad" role="alert">
          {failed}
        </p>
      )}
    </Modal>
  )
}
