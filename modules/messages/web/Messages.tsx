import './messages.css'
import { Button, Drawer, Input } from 'antd'
import { MessageSquarePlus, Wallet } from 'lucide-react'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import {
  Can,
  DataTable,
  Figures,
  Form,
  Link,
  Screen,
  Status,
  t,
  toast,
  tr,
  useCall,
  useCan,
  useSend,
  useTabs,
  useWho,
  type FormState,
} from '#kernel/web/index.ts'
import { messages } from '../contract/endpoints.ts'
import { SmsCharge } from './SmsCharge.tsx'
import { smsFields } from '../contract/fields.ts'
import type { Sms, SmsBalance } from '../contract/shapes.ts'
import { filled, paramsOfTemplate, piecesOf, type SmsTemplate } from '../contract/templates.ts'
import { smsStates } from '../contract/states.ts'

const names: Readonly<Record<string, string>> = {
  name: '姓名',
  store: '门店',
  time: '时间',
  amount: '金额',
  balance: '余额',
  content: '内容',
  account: '账号',
}

/** SMS of the store with delivery, remaining pieces, and members' WeChat messages. */
export default function Messages() {
  const { hid } = useWho()
  const [tab, tabs] = useTabs(
    [
      ['sms', t`短信`],
      ['wechat', t`微信消息`],
    ],
    { label: t`消息类型` },
  )
  const [open, setOpen] = useState<'notice' | 'charge'>()
  const balance = useCall(messages['sms.balance'], { hid }, { live: ['messages'] })
  const actions = (
    <>
      {tabs}
      <Can code="message:charge">
        <Button icon={<Wallet size={14} />} onClick={() => setOpen('charge')}>{t`短信充值`}</Button>
      </Can>
      <Can code="message:send">
        <Button type="primary" icon={<MessageSquarePlus size={14} />} onClick={() => setOpen('notice')}>{t`发通知`}</Button>
      </Can>
    </>
  )
  const b = balance.data
  return (
    <Screen fill actions={actions} note={b?.simulated ? t`本地模拟：短信与消息不会真的发出，只在这里可见` : b?.service}>
      {b && tab === 'sms' && <Held balance={b} />}
      {tab === 'sms' ? <SmsTable hid={hid} /> : <WechatTable hid={hid} />}
      <Drawer title={t`发通知`} open={open === 'notice'} onClose={() => setOpen(undefined)} size={520} destroyOnHidden>
        <NoticeForm close={() => setOpen(undefined)} />
      </Drawer>
      <SmsCharge open={open === 'charge'} close={() => setOpen(undefined)} />
    </Screen>
  )
}

const Held = ({ balance: b }: { balance: SmsBalance }) => (
  <Figures
    items={[
      {
        label: '短信余额（条）',
        value: b.balance,
        tone: b.balance < 50 ? 'warn' : 'neutral',
        ...(b.balance < 50 ? { note: t`余额将用完，请充值` } : {}),
      },
      { label: '本月发送（条）', value: b.sentThisMonth },
      { label: '本月失败（条）', value: b.failedThisMonth, note: t`失败的条数已退回` },
    ]}
  />
)

function NoticeForm({ close }: { close: () => void }) {
  const { hid, hospitalName } = useWho()
  return (
    <Form
      of={messages['sms.notice']}
      fixed={{ hid }}
      initial={{ template: 'notice', params: { store: hospitalName } }}
      invalidates={[messages['sms.list'], messages['sms.balance']]}
      saveLabel={t`发送`}
      fields={[
        { key: 'mobile', span: 6 },
        { key: 'template', span: 6 },
        { key: 'params', span: 12, control: (form) => <Params form={form} /> },
      ]}
      onDone={(sms) => (
        toast(
          sms.status === smsStates.is.unpaid ? t`短信余额不足，已保留，充值后可发送` : t`已发送`,
          sms.status === smsStates.is.unpaid ? 'warn' : 'ok',
        ),
        close()
      )}
      onLeave={close}
    />
  )
}

function SmsTable({ hid }: { hid: number }) {
  const can = useCan()
  const resend = useSend(messages['sms.resend'], {
    invalidates: [messages['sms.list'], messages['sms.balance']],
    onSuccess: () => toast(t`已重新发送`, 'ok'),
  })
  const mayResend = (s: Sms) => s.purpose !== 'code' && smsStates.in.again.includes(s.status)
  return (
    <DataTable
      of={messages['sms.list']}
      input={{ hid }}
      rowKey="smsId"
      live={['messages']}
      name="sms"
      columns={[
        { key: 'createdAt', sort: false },
        { key: 'mobile', sort: false },
        { key: 'purpose', sort: false },
        { key: 'text', sort: false, width: 420 },
        {
          key: 'status',
          sort: false,
          render: (s) => (
            <span>
              <Status of={metaOf(smsFields.status)} value={s.status} />
              {s.reason && <small className="muted"> {s.reason}</small>}
            </span>
          ),
        },
        { key: 'pieces', sort: false },
        { key: 'cost', sort: false },
        { key: 'deliveredAt', sort: false },
      ]}
      exportOf={messages['sms.export']}
      filters={['mobile', 'status', 'purpose', { range: ['startDate', 'endDate'] }]}
      {...(can('message:send')
        ? {
            actions: (s: Sms) =>
              mayResend(s) ? (
                <button
                  type="button"
                  className="link"
                  onClick={(e) => (e.stopPropagation(), resend.mutate({ id: s.smsId }))}
                >{t`重新发送`}</button>
              ) : null,
          }
        : {})}
      empty={{ text: t`还没有短信。验证码、取镜通知和营销短信都会记在这里` }}
    />
  )
}

const WechatTable = ({ hid }: { hid: number }) => (
  <DataTable
    of={messages['messages.list']}
    input={{ hid }}
    rowKey="messageId"
    live={['messages']}
    name="wechat"
    columns={[
      { key: 'createdAt', sort: false },
      { key: 'inbound', title: '方向', sort: false, render: (m) => (m.inbound ? t`会员发来` : t`门店发出`) },
      { key: 'pid', title: '会员', sort: false, render: (m) => <Link to={`/patients/detail/${m.pid}/chat`}>{t`打开会话`}</Link> },
      { key: 'text', sort: false, width: 420 },
      { key: 'status', sort: false },
      { key: 'reason', sort: false },
      { key: 'readAt', sort: false },
    ]}
    empty={{ text: t`还没有微信消息` }}
  />
)

/** Parameters of the selected template, and a preview. */
function Params({ form }: { form: FormState }) {
  const template = (form.values.template ?? 'notice') as SmsTemplate
  const params = (form.values.params ?? {}) as Record<string, string>
  const text = filled(template, params)
  // Empty parameters appear in the preview by name.
  const preview = filled(
    template,
    Object.fromEntries(paramsOfTemplate(template).map((name) => [name, params[name] || `〔${tr(names[name] ?? name)}〕`])),
  )
  return (
    <div className="sms-params">
      {paramsOfTemplate(template).map((name) => (
        <label key={name}>
          {tr(names[name] ?? name)}
          <Input value={params[name] ?? ''} maxLength={200} onChange={(e) => form.set('params', { ...params, [name]: e.target.value })} />
        </label>
      ))}
      <p>{preview}</p>
      <small className="muted">{t`按 ${piecesOf(text)} 条计费`}</small>
    </div>
  )
}
