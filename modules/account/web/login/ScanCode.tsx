/** WeChat code to scan: polled every 2 s, renewed after 120 s (R054, R055). Plain HTML, because the login page shows it too. */
import './login.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { t } from '#kernel/web/i18n.ts'
import { Qr } from '#kernel/web/print/Qr.tsx'
import { product } from '#kernel/web/session.ts'
import type { Entered } from './enter.ts'

const POLL = 2000
const REFRESH = 120_000
const UNBOUND = 20407
const WAITING = 20408

interface Scene {
  qrCodeUrl: string
  sceneId: string
  simulated: boolean
}
export interface ScanCodeProps {
  purpose: 'login' | 'bind'
  /** A bound WeChat scanned: the new session. Return true to continue with a fresh code. */
  onBound: (login: Entered | null) => boolean
  /** An unbound WeChat scanned this scene. */
  onUnbound: (sceneId: string, sentence: string) => void
}
export function ScanCode({ purpose, onBound, onUnbound }: ScanCodeProps) {
  const [scene, setScene] = useState<Scene>()
  const [failed, setFailed] = useState('')
  const handlers = useRef({ onBound, onUnbound })
  handlers.current = { onBound, onUnbound }
  const requests = useRef(0)
  const fetchScene = useCallback(() => {
    const request = ++requests.current
    call({ method: 'GET', path: '/v1/account/wechat/login-qr', pure: false }, { purpose }, { quiet: true }).then(
      (answer) => {
        // A later code was requested meanwhile.
        if (request !== requests.current) return
        setScene(answer as Scene)
        setFailed('')
      },
      (error: unknown) => (setScene(undefined), setFailed(error instanceof Error ? error.message : String(error))),
    )
  }, [purpose])
  useEffect(() => {
    fetchScene()
    const timer = setInterval(fetchScene, REFRESH)
    return () => clearInterval(timer)
  }, [fetchScene])
  useEffect(() => {
    if (!scene) return
    const stop = () => clearInterval(timer)
    const timer = setInterval(() => {
      call(
        { method: 'GET', path: '/v1/account/wechat/task-status', pure: false },
        { sceneId: scene.sceneId, source: product() },
        { quiet: true },
      ).then(
        (answer) => {
          stop()
          if (handlers.current.onBound((answer as { login: Entered | null }).login)) fetchScene()
        },
        (error: unknown) => {
          const code = error instanceof CallFailed ? error.code : undefined
          // Not scanned yet, or the server is briefly unavailable: the next poll decides.
          if (code === WAITING || code === undefined) return
          stop()
          if (code === UNBOUND) handlers.current.onUnbound(scene.sceneId, (error as Error).message)
          else setFailed((error as Error).message)
        },
      )
    }, POLL)
    return stop
  }, [scene, fetchScene])
  const address = scene && new URL(scene.qrCodeUrl, location.href).href
  return (
    <div className="login-scan">
      {address && !failed ? <Qr of={address} size={48} /> : <div className="login-wait" aria-busy={!failed} />}
      <p role="status">{failed || t`请用微信扫描二维码`}</p>
      {failed && <button type="button" className="link" onClick={fetchScene}>{t`再试一次`}</button>}
      {scene?.simulated && !failed && <a href={address} target="_blank" rel="noreferrer">{t`本地模拟：打开模拟手机`}</a>}
    </div>
  )
}
