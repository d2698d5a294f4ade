/** A picture or voice of a member: shown or played where it is here, else why not. */
import { Button } from 'antd'
import { Download, RotateCw } from 'lucide-react'
import { Loading, t, useId, useSend } from '#kernel/web/index.ts'
import { download } from '#kernel/web/calls/api.ts'
import { useFileUrl } from '#kernel/web/calls/useFileUrl.ts'
import { UNPLAYED, type MediaKind } from '#modules/messages/contract/media.ts'
import type { ChatMessage } from '#modules/messages/contract/shapes.ts'
import { mediaStates } from '#modules/messages/contract/states.ts'
import { patients } from '../../contract/endpoints.ts'

const file = patients['patients.chat.media']
const { is } = mediaStates
export function ChatMedia({ of: m, kind }: { of: ChatMessage; kind: MediaKind }) {
  const pid = useId('patientId')
  const kept = m.mediaStatus === is.kept
  const plays = kept && !UNPLAYED.has(m.mediaMime ?? '')
  const { src, failed } = useFileUrl(file, { pid, messageId: m.messageId }, plays)
  if (!kept) return <Missing of={m} pid={pid} />
  const save = () => void download(file, { pid, messageId: m.messageId })
  return (
    <span className="chat-media">
      {failed && <span role="alert">{t`附件读取失败，请稍后再打开`}</span>}
      {plays && !src && !failed && <Loading />}
      {src && kind === 'picture' && <img src={src} alt={t`会员发来的图片`} />}
      {src && kind === 'voice' && (
        <audio controls src={src} aria-label={t`会员发来的语音`}>
          <track kind="captions" />
        </audio>
      )}
      <Button size="small" icon={<Download size={13} />} onClick={save}>
        {plays ? t`保存附件` : t`下载语音（浏览器不能播放此格式）`}
      </Button>
    </span>
  )
}

/** Not here yet, or never: says which, and asks once more. */
function Missing({ of: m, pid }: { of: ChatMessage; pid: number }) {
  const again = useSend(patients['patients.chat.media-again'], { invalidates: [patients['patients.chat.list']] })
  const lost = m.mediaStatus === is.lost
  const tries = m.mediaTries ?? 0
  if (!lost && tries < 2) return <span className="chat-media soft">{t`正在从微信获取…`}</span>
  return (
    <span className="chat-media">
      <span role="alert">{lost ? t`无法获取：${m.mediaReason ?? ''}` : t`已试 ${tries} 次没有取到，会继续重试`}</span>
      <Button
        size="small"
        icon={<RotateCw size={13} />}
        loading={again.isPending}
        onClick={() => again.mutate({ pid, messageId: m.messageId })}
      >{t`重新获取`}</Button>
    </span>
  )
}
