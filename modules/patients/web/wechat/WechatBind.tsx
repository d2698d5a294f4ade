/** Ties a WeChat to a member: by a code the member scans, or by its id. */
import { Button, Drawer } from 'antd'
import { QrCode } from 'lucide-react'
import { Form, Qr, t, toast, useSend } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'

export const wechatStale = [
  patients['patients.wechat.list'],
  patients['patients.chat.list'],
  patients['patients.get'],
  patients['patients.index'],
]
export const WechatBind = ({ pid, name, close }: { pid: number | undefined; name: string; close: () => void }) => (
  <Drawer title={t`绑定 ${name} 的微信`} open={pid !== undefined} onClose={close} size={420} destroyOnHidden>
    {pid !== undefined && (
      <>
        <ByCode pid={pid} done={close} />
        <Form
          of={patients['patients.wechat.bind']}
          fixed={{ pid }}
          invalidates={wechatStale}
          onLeave={close}
          onDone={() => (toast(t`已绑定`, 'ok'), close())}
          saveLabel={t`绑定`}
          fields={[
            { key: 'wechatOpenId', span: 12, hint: t`公众号后台显示的用户标识（OpenID）` },
            { key: 'wechatName', span: 12 },
          ]}
        />
      </>
    )}
  </Drawer>
)

/** A code for the member's phone. Where no WeChat is connected a key plays the phone that scans it. */
function ByCode({ pid, done }: { pid: number; done: () => void }) {
  const code = useSend(patients['patients.wechat.code'])
  const scan = useSend(patients['patients.wechat.play'], { invalidates: wechatStale, onSuccess: () => (toast(t`已绑定`, 'ok'), done()) })
  const c = code.data
  return (
    <section className="stack">
      <Button icon={<QrCode size={14} />} loading={code.isPending} onClick={() => code.mutate({ pid })}>{t`生成绑定码`}</Button>
      {c && (
        <>
          <Qr of={c.url} size={48} />
          <p className="soft">{t`请会员用微信扫码，${Math.round(c.seconds / 60)} 分钟内有效，只能用一次`}</p>
          {c.simulated && (
            <Button size="small" loading={scan.isPending} onClick={() => scan.mutate({ pid, act: 'scan', text: c.scene })}>
              {t`本地模拟：手机扫码`}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
