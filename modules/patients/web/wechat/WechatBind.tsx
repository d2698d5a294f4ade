/** Ties a WeChat to a member by its id, where the member has not scanned the clinic's code. */
import { Drawer } from 'antd'
import { Form, t, toast } from '#kernel/web/index.ts'
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
    )}
  </Drawer>
)
