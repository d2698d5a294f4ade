/** The frame of a page: title with its count or one sentence, actions on the right, and what is shown while there is nothing to show. */
import { Button, Spin } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { NO_ACCESS } from '#kernel/contract/refusal.ts'
import { CallFailed } from '../calls/catalogue.ts'
import { t, tr } from '../i18n.ts'
import { useScreen } from '../nav.tsx'
import { askToUnlock, deniedOf, lockedOf, whyOf } from './why.ts'

/** What a query tells a screen about itself; a `useCall` result fits. */
export interface WaitingState {
  isLoading: boolean
  /** What was read before, while it is read again. */
  data?: unknown
  error: Error | null
  refetch: () => unknown
}

export interface ScreenProps {
  /** Title; the screen's declared title when left out. */
  title?: string
  /** Count or the one sentence beside the title. */
  note?: ReactNode
  actions?: ReactNode
  /** A bar that stays on top, such as `<PatientBar>`. */
  bar?: ReactNode
  /** Query or queries the whole page waits for. */
  of?: WaitingState | readonly WaitingState[]
  /** Content fills the height and scrolls inside (lists); otherwise the page scrolls (forms, reports). */
  fill?: boolean
  children: ReactNode
}

export function Screen({ title, note, actions, bar, of: waiting, fill, children }: ScreenProps) {
  const screen = useScreen()
  const heading = tr(title ?? screen?.entry.title ?? '')
  useEffect(() => {
    document.title = heading ? `${heading} · ${t`明眸`}` : t`明眸`
  }, [heading])
  return (
    <>
      {bar}
      <main className={fill ? 'screen fill' : 'screen'}>
        {(heading || actions) && (
          <header className="screen-head">
            <h1>{heading}</h1>
            {note !== undefined && <span className="screen-note">{note}</span>}
            <div className="screen-actions">{actions}</div>
          </header>
        )}
        <Until of={waiting}>{children}</Until>
      </main>
    </>
  )
}

const unanswered = (error: Error): boolean => error instanceof CallFailed && error.kind !== 'refused'
/** Shows its children when the queries have answered; before that waiting, after a failure what happened and what to do. */
export function Until({ of: waiting, children }: { of?: WaitingState | readonly WaitingState[] | undefined; children: ReactNode }) {
  const all = waiting === undefined ? [] : 'refetch' in waiting ? [waiting] : waiting
  // What is on the screen, and being typed there, stays when reading it again brought no answer; a refusal takes it away.
  const failed = all.find((q) => q.error && !(q.data !== undefined && unanswered(q.error)))
  if (failed?.error) return <Failed error={failed.error} retry={() => void failed.refetch()} />
  if (all.some((q) => q.isLoading)) return <Loading />
  return children
}

export const Loading = () => (
  <div className="state" role="status">
    <Spin />
    <p>{t`正在读取…`}</p>
  </div>
)

/** Says what would be here and the one thing to do. */
export const Empty = ({ text, action }: { text?: string | undefined; action?: ReactNode }) => (
  <div className="state">
    <p>{text ?? t`这里还没有内容`}</p>
    {action}
  </div>
)

/** Says what happened and what to do; a missing permission is told as such. */
export function Failed({ error, retry }: { error: Error; retry?: () => void }) {
  const denied = error instanceof CallFailed && error.code === NO_ACCESS
  const why = deniedOf(error)
  const locked = lockedOf(error)
  const opens = locked && `${locked.pid} ${locked.hid}`
  // The dialog comes by itself the first time; who closed it finds the button.
  useEffect(() => {
    if (opens) askToUnlock({ pid: Number(opens.split(' ')[0]), hid: Number(opens.split(' ')[1]) })
  }, [opens])
  return (
    <div className="state" role="alert">
      <p className="state-title">{denied ? t`没有权限查看` : locked ? t`档案已加锁` : t`读取失败`}</p>
      {why ? whyOf(why).map((line) => <p key={line}>{line}</p>) : <p>{error.message}</p>}
      {locked ? (
        <Button type="primary" onClick={() => askToUnlock(locked)}>{t`解锁查看`}</Button>
      ) : (
        !denied && retry && <Button onClick={retry}>{t`再试一次`}</Button>
      )}
    </div>
  )
}

/** A panel with a head: the only box on a page. */
export const Panel = ({
  title,
  note,
  actions,
  children,
  className,
}: {
  title?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
}) => (
  <section className={className ? `panel ${className}` : 'panel'}>
    {(title !== undefined || actions !== undefined) && (
      <header className="panel-head">
        <h2>{title}</h2>
        {note !== undefined && <span className="screen-note">{note}</span>}
        <div className="screen-actions">{actions}</div>
      </header>
    )}
    {children}
  </section>
)
