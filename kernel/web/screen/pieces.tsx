/** Small pieces of text: money, powers, prescriptions, ages, states. */
import {
  comparisonTones,
  comparisonWords,
  clinicNow,
  eyeOf,
  showAge,
  showMoney,
  showRx,
  type Comparison,
  type FieldMeta,
  type States,
  type Tone,
} from '#kernel/contract/internal.ts'
import { t, tr, trSentence } from '../i18n.ts'
import type { CSSProperties, ReactNode } from 'react'

/** ¥1,234.50 from yuan, tabular. */
export const Money = ({ of }: { of: number | null | undefined }) => <span className="num">{showMoney(of)}</span>

/** The eye's letters in its colour. */
export const EyeTag = ({ eye }: { eye: 'od' | 'os' | 'ou' }) => <span className={`eye-tag ${eye}`}>{eye.toUpperCase()}</span>

/** The powers of a row in two lines, right eye first: OD −3.25 / −0.50 × 175. */
export const Rx = ({ of: power, large }: { of: object; large?: boolean }) => (
  <dl className={large ? 'rx large' : 'rx'}>
    <dt>
      <EyeTag eye="od" />
    </dt>
    <dd className="num">{showRx(eyeOf(power, 'Od'))}</dd>
    <dt>
      <EyeTag eye="os" />
    </dt>
    <dd className="num">{showRx(eyeOf(power, 'Os'))}</dd>
  </dl>
)

/** Age in years and months on a day (today). */
export const Age = ({ birth, on }: { birth: string | null | undefined; on?: string }) => <>{trSentence(showAge(birth, on ?? today()))}</>

/** Today at the clinic, `2026-11-21`. */
export const today = (): string => clinicNow().slice(0, 10)
/** A day some days from today. */
export const dayFromToday = (days: number): string => clinicNow(new Date(Date.now() + days * 86_400_000)).slice(0, 10)

/** 星期六. */
export const weekday = (date: string): string =>
  [t`星期日`, t`星期一`, t`星期二`, t`星期三`, t`星期四`, t`星期五`, t`星期六`][new Date(`${date.slice(0, 10)}T12:00:00`).getDay()] ?? ''

/** A state: a dot in its tone and its word. Takes the meta of a status field, a machine, or plain options and tones. */
export function Status({
  of: states,
  value,
}: {
  of: Pick<FieldMeta, 'options' | 'tones'> | States
  value: string | number | null | undefined
}) {
  if (value === null || value === undefined) return <>—</>
  const state =
    'states' in states
      ? states.states[Number(value)]
      : { label: states.options?.[String(value)] ?? String(value), tone: states.tones?.[String(value)] ?? ('neutral' as Tone) }
  return <Dot tone={state?.tone ?? 'neutral'}>{tr(state?.label ?? String(value))}</Dot>
}
/** A word with a dot of its tone. */
export const Dot = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`status ${tone}`}>
    <i aria-hidden />
    {children}
  </span>
)
/** A soft label in a tone: 近视进展较快. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`badge ${tone}`}>{children}</span>
)

/** What a comparison came to; green only where both sides were stated and are the same. `word` says why nothing was compared. */
export const Compared = ({ of, word }: { of: Comparison; word?: string }) => (
  <Dot tone={word && of === 'unknown' ? 'neutral' : comparisonTones[of]}>{word && of === 'unknown' ? word : tr(comparisonWords[of])}</Dot>
)

export type Fact = readonly [label: string, value: ReactNode]
/** A list of labels with what is known of each; a dash where nothing is. */
export const FactList = ({ items, ...rest }: { items: readonly Fact[]; className: string; style?: CSSProperties }) => (
  <dl {...rest}>
    {items.map(([label, value]) => (
      <div key={label}>
        <dt>{tr(label)}</dt>
        <dd>{value === null || value === undefined || value === '' ? '—' : value}</dd>
      </div>
    ))}
  </dl>
)
/** Label and value pairs on the screen. */
export const Facts = ({ items, columns = 3 }: { items: readonly Fact[]; columns?: number }) => (
  <FactList
    className="facts"
    style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, max(180px, ${100 / columns - 4}%)), 1fr))` }}
    items={items}
  />
)

/** A row of figures that are the point of the page. */
export const Figures = ({ items }: { items: ReadonlyArray<{ label: string; value: ReactNode; note?: ReactNode; tone?: Tone }> }) => (
  <div className="figures">
    {items.map((f) => (
      <div key={f.label} className={f.tone ? `figure ${f.tone}` : 'figure'}>
        <span>{tr(f.label)}</span>
        <strong className="num">{f.value}</strong>
        {f.note !== undefined && <small>{f.note}</small>}
      </div>
    ))}
  </div>
)

/** A key as it stands on the keyboard. */
export const Key = ({ children }: { children: string }) => <kbd>{children}</kbd>
