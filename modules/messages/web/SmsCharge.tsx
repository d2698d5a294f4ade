import { Drawer } from 'antd'
import { Form, t, toast, useWho } from '#kernel/web/index.ts'
import { messages } from '../contract/endpoints.ts'

/** Buys SMS pieces for the current store from its balance. */
export function SmsCharge({ open, close }: { open: boolean; close: () => void }) {
  const { hid } = useWho()
  return (
    <Drawer title={t`短信充值`} open={open} onClose={close} size={420} destroyOnHidden>
      <Form
        of={messages['account.sms-charge']}
        fixed={{ hid }}
        initial={{ number: 1000 }}
        invalidates={[messages['sms.balance']]}
        saveLabel={t`从账户余额支付`}
        fields={[{ key: 'number', span: 12, hint: t`从本店账户余额中扣款，立即到账` }]}
        onDone={() => (toast(t`充值成功`, 'ok'), close())}
        onLeave={close}
      />
    </Drawer>
  )
}
