/** Binding a WeChat by its QR code: polled every 2 s, fetched afresh after 120 s (R054–R058). */
import { Modal } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { Who } from '#kernel/web/access.tsx'
import { call } from '#kernel/web/api.ts'
import { CallFailed } from '#kernel/web/catalogue.ts'
import { Qr } from '#kernel/web/Qr.tsx'
import { t } from '#kernel/web/i18n.ts'
import { toast } from '#kernel/web/notice.ts'

const POLL = 2000
const REFRESH = 120_000
interface QrInfo {
  qrCodeUrl: string
  sceneId: string
}
/** What the task answers: bound to somebody (success), not yet scanned, or scanned by an unbound WeChat with its id. */
interface Task {
  bound?: boolean
  weChatId?: string | null
}

export default function BindWeChat({ who, close }: { who: Who; close: () => void }) {
  const [qr, setQr] = useState<QrInfo>()
  const [failed, setFailed] = useState<string>()
  const fetchQr = useCallback(() => {
    call({ method: 'GET', path: '/v1/account/wechat/login-qr', pure: false }, {}, { quiet: true }).then(
      (answer) => (setQr(answer as QrInfo), setFailed(undefined)),
      (error: unknown) => setFailed(error instanceof Error ? error.message : String(error)),
    )
  }, [])
  useEffect(() => {
    fetchQr()
    const timer = setInterval(fetchQr, REFRESH)
    return () => clearInterval(timer)
  }, [fetchQr])
  useEffect(() => {
    if (!qr) return
    const timer = setInterval(() => {
      call({ method: 'GET', path: '/v1/account/wechat/task-status', pure: false }, { sceneId: qr.sceneId }, { quiet: true }).then(
        (answer) => {
          const task = answer as Task
          if (task.bound) {
            toast(t`当前微信已绑定其他账号，请解绑后再绑定`, 'warn')
            fetchQr()
          } else if (task.weChatId) {
            clearInterval(timer)
            void bind(task.weChatId)
          }
        },
        // Not scanned yet, or the port is away: the next poll tells.
        () => undefined,
      )
    }, POLL)
    const bind = (weChatId: string) =>
      call({ method: 'POST', path: '/v1/account/wechat/bind' }, { weChatId, uid: who.uid }).then(
        () => {
          toast(t`绑定成功`, 'ok')
          setTimeout(() => location.reload(), 1000)
        },
        (error: unknown) => setFailed(error instanceof CallFailed ? error.message : String(error)),
      )
    return () => clearInterval(timer)
  }, [qr, who.uid, fetchQr])
  return (
    <Modal open title={t`绑定微信`} onCancel={close} footer={null} width={340}>
      <div className="bind">
        {qr ? <Qr of={qr.qrCodeUrl} size={48} /> : <div className="bind-wait" />}
        <p>{failed ?? t`请用微信扫描二维码`}</p>
        {failed && <button type="button" className="link" onClick={fetchQr}>{t`再试一次`}</button>}
      </div>
    </Modal>
  )
}
