/**
 * What was said about a consultation: kept, and answered by either side. The expert asks back here and proposes another time, which the
 * store takes with one button.
 */
import { Button, Input } from 'antd'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { MomentPicker, Act, Badge, Panel, t, tr, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { isText, useDraftValue } from '#kernel/web/form/draft/draft.ts'
import { remote } from '../contract/endpoints.ts'
import { modeOf } from '../contract/room.ts'
import { messageKind, type ConsultationRow, type Message } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'

const SAID = 1
const ASKED = 2
const PROPOSED = 3
const kinds = metaOf(messageKind).options ?? {}
export function Chat({ of: consultation }: { of: ConsultationRow }) {
  const { ctid } = useWho()
  const host = modeOf(ctid, consultation.ctid) === 'host'
  const query = useCall(remote['telemedicine-subscribes.messages'], { id: consultation.id }, { live: ['remote'] })
  return (
    <Panel title={t`沟通`}>
      <ol className="remote-chat" aria-live="polite">
        {(query.data?.list ?? []).map((m) => (
          <Said key={m.id} of={m} mine={m.ctid === ctid} at={consultation} host={host} />
        ))}
      </ol>
      <Saying of={consultation} host={host} />
    </Panel>
  )
}
function Saying({ of: consultation, host }: { of: ConsultationRow; host: boolean }) {
  // Kept while another tab of the room is shown, and when the room is left.
  const { value: text, set: setText, drop } = useDraftValue(`remote-chat.${consultation.id}`, '', isText)
  const say = useSend(remote['telemedicine-subscribes.say'], {
    invalidates: [remote['telemedicine-subscribes.messages']],
    onSuccess: () => (drop(), setText('')),
  })
  const empty = !text.trim() && t`请先填写内容`
  const send = (kind: typeof SAID | typeof ASKED) => say.mutate({ id: consultation.id, kind, content: text.trim() })
  return (
    <form
      className="remote-say"
      onSubmit={(e) => {
        e.preventDefault()
        if (!empty) send(SAID)
      }}
    >
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={1000}
        value={text}
        aria-label={t`消息`}
        placeholder={t`给对方留言，Enter 发送，Shift Enter 换行`}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={(e) => {
          // Enter that chooses a character of the input method sends nothing.
          if (e.key !== 'Enter' || e.shiftKey || e.nativeEvent.isComposing) return
          e.preventDefault()
          if (!empty && !say.isPending) send(SAID)
        }}
      />
      <Act htmlType="submit" type="primary" unless={empty}>{t`发送`}</Act>
      {host && (
        <Act unless={empty} onClick={() => send(ASKED)}>
          {tr(kinds[ASKED] ?? '')}
        </Act>
      )}
      {host && consultation.status === remoteCase.is.applied && <Proposing id={consultation.id} text={text.trim()} />}
    </form>
  )
}
function Proposing({ id, text }: { id: number; text: string }) {
  const [when, setWhen] = useState<string>()
  const say = useSend(remote['telemedicine-subscribes.say'], { invalidates: [remote['telemedicine-subscribes.messages']] })
  const propose = () => when && say.mutate({ id, kind: PROPOSED, content: text || t`建议改到 ${when.slice(0, 16)}`, proposedAt: when })
  return (
    <>
      <MomentPicker label={t`建议时间`} value={when} onChange={setWhen} width={168} />
      <Act unless={!when && t`请选择会诊时间`} onClick={propose}>
        {tr(kinds[PROPOSED] ?? '')}
      </Act>
    </>
  )
}
/** One message; a proposed time is taken by the store while nobody accepted the application. */
function Said({ of: message, mine, at: consultation, host }: { of: Message; mine: boolean; at: ConsultationRow; host: boolean }) {
  const take = useSend(remote['telemedicine-subscribes.update'], {
    invalidates: [remote['telemedicine-subscribes.get'], remote['telemedicine-subscribes.list']],
  })
  return (
    <li className={mine ? 'mine' : ''}>
      <small className="num">
        {message.staffName} {message.at.slice(5, 16)} {message.kind !== SAID && <Badge tone="info">{tr(kinds[message.kind] ?? '')}</Badge>}
      </small>
      <p>
        {message.content} {message.proposedAt && <b className="num">{message.proposedAt.slice(0, 16)}</b>}{' '}
        {message.proposedAt && !host && consultation.status === remoteCase.is.applied && (
          <Button
            size="small"
            loading={take.isPending}
            onClick={() =>
              take.mutate({
                id: consultation.id,
                mode: 0,
                startAt: message.proposedAt ?? consultation.startAt,
                version: consultation.version,
              })
            }
          >{t`改到此时间`}</Button>
        )}
      </p>
    </li>
  )
}
