/**
 * The station on a tablet, with or without a network: opened by the task's PIN, a keypad for each child in turn, everything kept on the
 * tablet until it is sent.
 */
import './station.css'
import { useEffect, useState, type FormEvent } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { t } from '#kernel/web/i18n.ts'
import { useParams } from '#kernel/web/nav.tsx'
import { token } from '#kernel/web/session.ts'
import type { Pack } from '../../contract/shapes.tasks.ts'
import { keepPage } from './offline.ts'
import { isSecure, keepPack, openKept, peek, type OpenStation } from './store.ts'
import { Work } from './Work.tsx'

const askPack = { method: 'POST', path: '/v1/eyefile/tasks/{id}/pack', again: 'its input holds a PIN' } as const

export default function Station() {
  const taskId = Number(useParams().taskId) || 0
  const [station, setStation] = useState<OpenStation>()
  useEffect(() => {
    document.title = `${t`筛查站`} · ${t`明眸`}`
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = '/station.webmanifest'
    document.head.append(link)
    if (isSecure()) void keepPage()
    return () => link.remove()
  }, [])
  if (!isSecure()) return <Insecure />
  if (station) return <Work station={station} close={() => setStation(undefined)} />
  return <Entry taskId={taskId} open={setStation} />
}

function Insecure() {
  return (
    <main className="station-entry">
      <h1>{t`这个地址不能离线`}</h1>
      <p>{t`浏览器只在 https 或 localhost 下允许加密保存和离线启动。请按 README 的“筛查站的证书”配好证书，再用 https 地址打开。`}</p>
      <a href="/eyefile/tasks">{t`回到筛查任务`}</a>
    </main>
  )
}

const clean = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()
function Entry({ taskId, open }: { taskId: number; open: (station: OpenStation) => void }) {
  const [kept, setKept] = useState<Awaited<ReturnType<typeof peek>>>()
  const [pin, setPin] = useState('')
  const [name, setName] = useState(localStorage.getItem('mingmou.station') ?? '')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void peek(taskId).then(setKept)
  }, [taskId, busy])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setWrong(undefined)
    localStorage.setItem('mingmou.station', name)
    const answer = await openStation(taskId, clean(pin), name, kept)
    setBusy(false)
    if (typeof answer === 'string') setWrong(answer)
    else open(answer)
  }
  const needsNetwork = kept?.isKept === false
  return (
    <main className="station-entry">
      <h1>{t`打开筛查站`}</h1>
      {kept && kept.waiting > 0 && <p className="station-waiting">{t`本机有 ${kept.waiting} 条待传，输入口令后自动上传。`}</p>}
      {needsNetwork && token() === null && (
        <p className="station-waiting">
          {t`第一次打开需要登录：`} <a href={`/login?to=${encodeURIComponent(location.pathname)}`}>{t`去登录`}</a>
        </p>
      )}
      <form onSubmit={(event) => void submit(event)}>
        <label>
          <span>{t`任务口令`}</span>
          <input
            className="station-pin"
            value={pin}
            onChange={(e) => setPin(e.target.value.toUpperCase())}
            maxLength={10}
            autoComplete="off"
            autoCapitalize="characters"
            required
          />
        </label>
        <label>
          <span>{t`站名`}</span>
          <input value={name} onChange={(e) => setName(e.target.value)} placeholder={t`视力站 1`} maxLength={20} required />
        </label>
        {wrong && (
          <p className="station-wrong" role="alert">
            {wrong}
          </p>
        )}
        <button type="submit" className="station-main" disabled={busy}>
          {t`打开`}
        </button>
      </form>
      <p>{t`名单和录入只加密存在本机，任务结束 3 天后自动清除；口令输错 5 次即清除名单。`}</p>
    </main>
  )
}

/** With a network the fresh roll is fetched; without one, what the tablet holds is opened. A sentence where neither works. */
async function openStation(
  taskId: number,
  pin: string,
  name: string,
  kept: Awaited<ReturnType<typeof peek>> | undefined,
): Promise<OpenStation | string> {
  // Entries are sealed with the PIN they were made under: they are opened and sent before a roll under another one is fetched.
  if (kept?.isKept && kept.waiting > 0) {
    const opened = await openKept(taskId, pin)
    if (!('left' in opened)) return opened
    if (opened.left > 0) return t`口令错误，还可试 ${opened.left} 次。本机有待传的录入：换过口令时，请先用原口令打开，传完再换`
  }
  const fresh = navigator.onLine && token() !== null ? await fetchPack(taskId, pin, name, kept?.deviceId ?? crypto.randomUUID()) : undefined
  if (fresh && 'pack' in fresh) return keepPack(fresh.pack, fresh.deviceId, pin)
  if (fresh && fresh.isFinal) return fresh.sentence
  if (!kept?.isKept) return fresh?.sentence ?? t`第一次打开需要网络和登录`
  const opened = await openKept(taskId, pin)
  if (!('left' in opened)) return opened
  return opened.left > 0 ? t`口令错误，还可试 ${opened.left} 次` : t`口令已输错 5 次，名单已清除；联网后用正确的口令重新打开，录入不会丢`
}
async function fetchPack(taskId: number, pin: string, name: string, deviceId: string) {
  return call(askPack, { id: taskId, pin, deviceId, name }, { quiet: true, entering: true }).then(
    (pack) => ({ pack: pack as Pack, deviceId }),
    (error: unknown) => ({
      sentence: error instanceof CallFailed ? error.message : t`网络不通`,
      // A refusal of the server is final; no answer, or a session that ended, is not.
      isFinal: error instanceof CallFailed && Number(error.code) === 1,
    }),
  )
}
