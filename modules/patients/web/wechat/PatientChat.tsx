/** The conversation with a member over WeChat. Where no WeChat is connected, this page also plays the member's phone, and says so. */
import { Button, Input } from 'antd'
import { Send, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Can, Empty, Panel, Status, Until, t, useCall, useId, useSend, Act, toast } from '#kernel/web/index.ts'
import { ChatMessage } from '#modules/messages/contract/shapes.ts'
import { smsStates } from '#modules/messages/contract/states.ts'
import { patients } from '../../contract/endpoints.ts'
import type { Chat } from '../../contract/shapes.links.ts'
import { PatientPage } from '../file/PatientPage.tsx'
import { ChatMedia } from './ChatMedia.tsx'
import { WechatBind } from './WechatBind.tsx'

const stale = [patients['patients.chat.list'], patients['patients.chat.unread'], patients['patients.wechat.list']]

export default function PatientChat() {
  const pid = useId('patientId')
  const [binding, setBinding] = useState(false)
  const chat = useCall(patients['patients.chat.list'], { pid }, { live: ['messages', 'patients'], stale: 0 })
  const member = useCall(patients['patients.get'], { id: pid }, { stale: 60_000 })
  const read = useSend(patients['patients.chat.read'], {
    invalidates: [patients['patients.chat.unread'], patients['patients.wechat.list']],
  })
  const fresh = chat.data?.list.some((m) => m.inbound && !m.readAt) ?? false
  const { mutate: markRead } = read
  useEffect(() => {
    if (fresh) markRead({ pid })
  }, [fresh, markRead, pid])
  const note = chat.data && (chat.data.bound ? (chat.data.wechatName ?? t`已绑定`) : t`未绑定微信，消息无法送达`)
  return (
    <PatientPage
      fill
      note={note}
      actions={
        chat.data &&
        !chat.data.bound && (
          <Can code="patient:save">
            <Button onClick={() => setBinding(true)}>{t`绑定微信`}</Button>
          </Can>
        )
      }
    >
      <Panel className="chat">
        <Until of={chat}>
          {chat.data &&
            (chat.data.list.length ? (
              <Lines of={chat.data.list} />
            ) : (
              <div className="chat-lines">
                <Empty text={t`还没有消息。写下第一句，按 Enter 发送`} />
              </div>
            ))}
          {chat.data?.bound && <Budget of={chat.data} />}
          <Write pid={pid} />
          {chat.data?.simulated && (
            <Can code="message:send">
              <Answer pid={pid} />
            </Can>
          )}
        </Until>
      </Panel>
      <WechatBind pid={binding ? pid : undefined} name={member.data?.name ?? ''} close={() => setBinding(false)} />
    </PatientPage>
  )
}

/** How many messages WeChat still lets the clinic write; then there is the SMS. */
function Budget({ of: chat }: { of: Chat }) {
  return (
    <p className="soft" role="status">
      {chat.replies > 0 && chat.repliesUntil
        ? t`${chat.repliesUntil.slice(5, 16)} 前还可回复 ${chat.replies} 条`
        : t`会员 48 小时内没有来消息，或已回复 5 条：微信不再送达，写的消息会自动改发短信`}
    </p>
  )
}

/** The last line stays in sight. */
function Lines({ of: message }: { of: readonly ChatMessage[] }) {
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [message])
  return (
    <ul className="chat-lines" aria-live="polite">
      {message.map((m, i) => (
        <li key={m.messageId} ref={i === message.length - 1 ? end : null} className={m.inbound ? 'chat-line in' : 'chat-line'}>
          <p>
            {m.text}
            {m.mediaKind && <ChatMedia of={m} kind={m.mediaKind} />}
          </p>
          <small className="soft num">
            {m.inbound ? t`会员` : t`本院`} {m.createdAt.slice(0, 16)}{' '}
            {!m.inbound && <Status of={metaOf(ChatMessage.shape.status)} value={m.status} />}{' '}
            {m.smsStatus !== null && <Status of={metaOf(ChatMessage.shape.smsStatus)} value={m.smsStatus} />} {m.reason}
          </small>
        </li>
      ))}
    </ul>
  )
}

function Write({ pid }: { pid: number }) {
  const [text, setText] = useState('')
  const send = useSend(patients['patients.chat.send'], { invalidates: stale, onSuccess: () => setText('') })
  const sms = useSend(patients['patients.chat.sms'], {
    onSuccess: (made) => (
      toast(made.status === smsStates.is.unpaid ? t`短信余额不足，已保留，充值后可发送` : t`已发送`, 'ok'),
      setText('')
    ),
  })
  const go = () => text.trim() && !send.isPending && send.mutate({ pid, text: text.trim() })
  return (
    <Entry
      label={t`写给会员`}
      placeholder={t`写给会员，Enter 发送，Shift Enter 换行`}
      text={text}
      setText={setText}
      go={go}
      button={
        <>
          <Act
            type="primary"
            icon={<Send size={14} />}
            loading={send.isPending}
            unless={!text.trim() && t`请先写内容`}
            onClick={go}
          >{t`发送`}</Act>
          <Can code="message:send">
            <Act
              loading={sms.isPending}
              unless={!text.trim() && t`请先写内容`}
              onClick={() => sms.mutate({ pid, text: text.trim() })}
            >{t`发短信`}</Act>
          </Can>
        </>
      }
    />
  )
}

/** Plays the member's phone: only where nothing leaves this server. */
function Answer({ pid }: { pid: number }) {
  const [text, setText] = useState('')
  const play = useSend(patients['patients.wechat.play'], { invalidates: stale, onSuccess: () => setText('') })
  const go = () => text.trim() && !play.isPending && play.mutate({ pid, act: 'text', text: text.trim() })
  const press = (act: 'follow' | 'leave' | 'menu' | 'picture' | 'voice' | 'checkIn') => () => play.mutate({ pid, act })
  return (
    <div className="chat-local">
      <Entry
        label={t`模拟会员回复`}
        placeholder={t`本地模拟：代替会员的手机回复`}
        text={text}
        setText={setText}
        go={go}
        button={
          <Act
            icon={<Smartphone size={14} />}
            loading={play.isPending}
            unless={!text.trim() && t`请先写内容`}
            onClick={go}
          >{t`模拟回复`}</Act>
        }
      />
      <div className="row" role="group" aria-label={t`模拟会员的手机`}>
        <Button size="small" onClick={press('follow')}>{t`关注`}</Button>
        <Button size="small" onClick={press('leave')}>{t`取消关注`}</Button>
        <Button size="small" onClick={press('menu')}>{t`点菜单`}</Button>
        <Button size="small" onClick={press('picture')}>{t`发图片`}</Button>
        <Button size="small" onClick={press('voice')}>{t`发语音`}</Button>
        <Button size="small" onClick={press('checkIn')}>{t`扫签到码`}</Button>
      </div>
    </div>
  )
}

function Entry({
  label,
  placeholder,
  text,
  setText,
  go,
  button,
}: {
  label: string
  placeholder: string
  text: string
  setText: (to: string) => void
  go: () => void
  button: React.ReactNode
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    go()
  }
  return (
    <div className="chat-entry">
      <Input.TextArea
        aria-label={label}
        placeholder={placeholder}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={600}
        value={text}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={onKeyDown}
      />
      {button}
    </div>
  )
}
