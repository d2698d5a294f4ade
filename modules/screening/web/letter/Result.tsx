/**
 * A child's screening for its parents, without an account: code of the letter, day of birth, image code. It tells what to do and by when;
 * it never diagnoses.
 */
import './letter.css'
import { useEffect, useState, type FormEvent } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { useSearch } from '#kernel/web/nav.tsx'
import { headlineOf } from '../../contract/letter/headline.ts'
import { Behaviour } from './Behaviour.tsx'
import { Eye } from './Eye.tsx'
import type { ParentsLetter } from '../../contract/shapes.results.ts'

// Calls are declared here, because the page loads no contract.
const verifyPicture = { method: 'POST', path: '/common/picture-verification' } as const
const readLetter = { method: 'POST', path: '/v1/eyefile/letter' } as const
const planLetter = { method: 'PUT', path: '/v1/eyefile/letter/plan' } as const

export default function Result() {
  const [search] = useSearch()
  const [opened, setOpened] = useState<{ letter: ParentsLetter; code: string }>()
  useEffect(() => {
    document.title = `${t`孩子的眼睛`} · ${t`明眸`}`
  }, [])
  return (
    <main className="letter">
      <header className="letter-head">
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden>
          <circle cx="11" cy="11" r="9.6" fill="none" stroke="currentColor" strokeWidth="1.8" />
          <circle cx="11" cy="11" r="4.4" fill="currentColor" />
        </svg>
        <b>{t`孩子的眼睛`}</b>
        {opened && <small>{[opened.letter.schoolName, opened.letter.taskName].filter(Boolean).join(' · ')}</small>}
      </header>
      {opened ? (
        <Shown {...opened} close={() => setOpened(undefined)} />
      ) : (
        <Entry initial={search.code ?? ''} open={(letter, code) => setOpened({ letter, code })} />
      )}
    </main>
  )
}

interface Picture {
  readonly passed: boolean
  readonly ticket: string
  readonly image: string | null
}
/** The picture, and the pass once its digits were read: good for five tries. */
function usePicture() {
  const [picture, setPicture] = useState<Picture>()
  const draw = () =>
    void call(verifyPicture, {}, { quiet: true }).then(
      (answer) => setPicture(answer as Picture),
      () => setPicture(undefined),
    )
  useEffect(draw, [])
  const pass = async (digits: string): Promise<string> => {
    if (picture?.passed) return picture.ticket
    const answer = (await call(verifyPicture, { ticket: picture?.ticket, captcha: digits }, { quiet: true })) as Picture
    setPicture(answer)
    return answer.ticket
  }
  return { picture, draw, pass }
}
const sentenceOf = (error: unknown): string => (error instanceof CallFailed ? error.message : t`网络不通，请稍后再试`)

function Entry({ initial, open }: { initial: string; open: (letter: ParentsLetter, code: string) => void }) {
  const [code, setCode] = useState(initial)
  const [birth, setBirth] = useState('')
  const [digits, setDigits] = useState('')
  const { picture, draw, pass } = usePicture()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const redraw = () => {
    setDigits('')
    draw()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setWrong(undefined)
    void pass(digits)
      .then((ticket) => call(readLetter, { code, birth, ticket }, { quiet: true }))
      .then(
        (letter) => open(letter as ParentsLetter, code),
        (error: unknown) => {
          setWrong(sentenceOf(error))
          // A picture is good for one reading; a pass for five tries.
          if (error instanceof CallFailed && error.field !== 'code') redraw()
        },
      )
      .finally(() => setBusy(false))
  }
  return (
    <form className="letter-entry" onSubmit={submit}>
      <h1>{t`输入通知单上的码`}</h1>
      <p className="soft">{t`码在学校发的通知单上，8 位，没有 0、1、I、O。`}</p>
      <label>
        <span>{t`通知单码`}</span>
        <input
          className="letter-code"
          value={code}
          onChange={(e) => setCode(e.target.value.toUpperCase())}
          maxLength={10}
          autoComplete="off"
          autoCapitalize="characters"
          required
        />
      </label>
      <label>
        <span>{t`孩子的出生日期`}</span>
        <input type="date" value={birth} onChange={(e) => setBirth(e.target.value)} required />
      </label>
      {!picture?.passed && <PictureField image={picture?.image ?? null} digits={digits} type={setDigits} redraw={redraw} />}
      {wrong && (
        <p className="letter-wrong" role="alert">
          {wrong}
        </p>
      )}
      <button type="submit" className="letter-main" disabled={busy}>
        {t`看结果`}
      </button>
      <p className="soft">{t`可试 5 次，打开后 5 分钟自动关闭；手机上不留任何内容。`}</p>
    </form>
  )
}
function PictureField(props: { image: string | null; digits: string; type: (digits: string) => void; redraw: () => void }) {
  const { image, digits, type, redraw } = props
  return (
    <div className="letter-captcha">
      <label>
        <span>{t`图中的数字`}</span>
        <input value={digits} onChange={(e) => type(e.target.value)} inputMode="numeric" maxLength={4} autoComplete="off" required />
      </label>
      <button type="button" onClick={redraw} aria-label={t`换一张图`}>
        {image ? <img src={image} alt={t`验证码图`} /> : t`换一张图`}
      </button>
    </div>
  )
}

const plans = { 1: '这周去', 2: '已经看过', 3: '暂时不去' } as const
function Shown({ letter, code, close }: { letter: ParentsLetter; code: string; close: () => void }) {
  const left = useSeconds(close)
  return (
    <>
      <p className="letter-who">
        <b>{letter.name}</b>
        <span>{[letter.gradeName && tr(letter.gradeName), letter.className].filter(Boolean).join(' ')}</span>
        {letter.measuredOn && <small>{t`${letter.measuredOn.slice(5)} 筛查`}</small>}
      </p>
      <section className="letter-card first">
        <h1>
          {headlineOf(letter, { t }).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </h1>
        {letter.hints.length > 0 && (
          <p>
            {t`这次提示`}
            {letter.hints.map((hint) => (
              <b key={hint}>「{tr(hint)}」</b>
            ))}
            {t`。筛查只是提示，`}
            <b>{t`不是诊断`}</b>
            {t`；是不是、有多少度，要散瞳验光后由医生说。`}
          </p>
        )}
      </section>
      <section className="letter-card" aria-label={t`视力`}>
        <p className="letter-title">
          <span>{letter.glassesType === 3 ? t`夜戴镜，看白天视力` : t`不戴眼镜看远`}</span>
          {letter.glassesType !== 0 && (letter.od.corrected ?? letter.os.corrected) && (
            <span>{t`戴着现在的眼镜 右 ${letter.od.corrected ?? '—'} · 左 ${letter.os.corrected ?? '—'}`}</span>
          )}
        </p>
        <p className="letter-scale" aria-hidden>
          <span>{t`看不清`}</span>
          <span>{t`5.0 起看得清`}</span>
        </p>
        <Eye side="od" label={t`右眼`} {...letter.od} now={letter.od.now ?? letter.od.corrected} />
        <Eye side="os" label={t`左眼`} {...letter.os} now={letter.os.now ?? letter.os.corrected} />
      </section>
      <Advised letter={letter} code={code} />
      {letter.forVisit && <Plan code={code} token={letter.token} plan={letter.plan} />}
      <p className="soft letter-urgent">{t`突然看不清、眼红、眼痛：今天就去，不用等。`}</p>
      <footer className="letter-foot">
        <span>{t`本页 ${left} 后关闭，凭通知单可再看`}</span>
        <span>{[letter.isSigned && t`已签发`, letter.clinic, letter.clinicPhone].filter(Boolean).join(' · ')}</span>
      </footer>
    </>
  )
}
/** What to do, and the form that makes it fit the child better. */
function Advised({ letter, code }: { letter: ParentsLetter; code: string }) {
  const [advice, setAdvice] = useState(letter.advice)
  const renew = (own: ParentsLetter['advice']) =>
    setAdvice([...own, ...letter.advice.filter(({ title }) => own.every((each) => each.title !== title))].slice(0, 3))
  return (
    <>
      <ol className="letter-card letter-advice">
        {advice.map(({ title, text }) => (
          <li key={title}>
            <b>{tr(title)}</b>
            <span>{tr(text)}</span>
          </li>
        ))}
      </ol>
      <Behaviour code={code} letter={letter} advised={renew} />
    </>
  )
}
function Plan({ code, token, plan }: { code: string; token: string; plan: number | null }) {
  const [chosen, setChosen] = useState(plan)
  const [wrong, setWrong] = useState<string>()
  const choose = (value: number) => {
    setWrong(undefined)
    void call(planLetter, { code, token, plan: value }, { quiet: true }).then(
      () => setChosen(value),
      (error: unknown) => setWrong(error instanceof CallFailed ? error.message : t`网络不通，请稍后再试`),
    )
  }
  return (
    <section className="letter-plan" aria-label={t`您打算怎么办`}>
      <b>{t`您打算怎么办`}</b>
      <div>
        {Object.entries(plans).map(([value, label]) => (
          <button key={value} type="button" aria-pressed={chosen === Number(value)} onClick={() => choose(Number(value))}>
            {tr(label)}
          </button>
        ))}
      </div>
      {wrong && <p role="alert">{wrong}</p>}
      <p className="soft">{t`只给筛查单位看，到期提醒您；不告诉老师。`}</p>
    </section>
  )
}

const SECONDS = 300
/** Minutes and seconds until the page closes itself. */
function useSeconds(close: () => void): string {
  const [left, setLeft] = useState(SECONDS)
  useEffect(() => {
    const until = Date.now() + SECONDS * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.round((until - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left === 0) close()
  }, [left, close])
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}
