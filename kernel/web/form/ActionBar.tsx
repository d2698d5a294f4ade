/** The foot of every form: keys on the left, then the draft, what is still wrong with a jump to it, and the buttons. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { clinicNow } from '#kernel/contract/format.ts'
import { t } from '../i18n.ts'
import { Key } from '../screen/pieces.tsx'
import type { Problem } from './check.ts'
import type { DraftState } from './draft/draft.ts'

export interface ActionBarProps {
  problems?: readonly Problem[]
  /** Somebody tried to save: what is wrong turns red. */
  tried?: boolean
  jump?: (field: string) => void
  draft?: { state: DraftState; at: number }
  save?: { label: string; run: () => void; busy?: boolean }
  /** More buttons, left of save. */
  more?: ReactNode
  hints?: ReadonlyArray<readonly [keys: readonly string[], meaning: string]>
}

export function ActionBar({ problems = [], tried, jump, draft, save, more, hints = [] }: ActionBarProps) {
  const first = problems[0]
  return (
    <footer className="action-bar">
      <span className="hints" aria-hidden>
        {hints.map(([keys, meaning]) => (
          <span key={meaning}>
            {keys.map((k) => (
              <Key key={k}>{k}</Key>
            ))}{' '}
            {meaning}
          </span>
        ))}
      </span>
      <span className="action-state" role="status">
        {draft && draft.state !== 'none' && <span className={draft.state === 'failed' ? 'bad' : 'soft'}>{draftWords(draft)}</span>}
        {first && (
          <button
            type="button"
            className={tried ? (first.kind === 'ask' ? 'link warn' : 'link bad') : 'link soft'}
            onClick={() => jump?.(first.field)}
          >
            {t`${problems.length} 项待处理：`}
            {first.sentence}
          </button>
        )}
      </span>
      {more}
      {save && (
        <Button type="primary" loading={save.busy ?? false} onClick={save.run}>
          {save.label} <Key>Ctrl S</Key>
        </Button>
      )}
    </footer>
  )
}

const draftWords = ({ state, at: moment }: { state: DraftState; at: number }): string => {
  const time = clinicNow(new Date(moment)).slice(11, 16)
  return state === 'saved'
    ? t`草稿已存 ${time}`
    : state === 'offline'
      ? t`网络已断开，草稿存在本机 ${time}`
      : t`草稿没有存下来，请先不要离开本页`
}
