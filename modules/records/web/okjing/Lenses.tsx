/** The lenses of a member: right and left beside each other, each with its box, its age and what may be done with it. */
import { Button } from 'antd'
import { daysBetween } from '#kernel/contract/age.ts'
import { Empty, EyeTag, Panel, Status, confirm, t, tr, useCan, useSend, today } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import { labelOf, lensParameterNames, lensParameters } from '../../contract/okjing/fields.ts'
import type { CaseOfMember, OkLens } from '../../contract/okjing/shapes.ts'
import { lensMachine } from '../../contract/okjing/states.ts'
import { saidOf } from './words.ts'

const stale = [records['okjing.case'], records['okjing.cases']]

export function Lenses({ of: member }: { of: CaseOfMember }) {
  const held = member.lenses.filter((l) => lensMachine.in.held.includes(l.status))
  const former = member.lenses.length - held.length
  if (!held.length) return <Panel title={t`镜片`}>{<Empty text={t`取镜签名后显示镜片`} />}</Panel>
  return (
    <Panel title={t`镜片`} {...(former ? { note: t`另有 ${former} 片已破损、丢失或到期` } : {})}>
      <div className="ok-lenses">
        {(['od', 'os'] as const).map((eye) => (
          <div key={eye}>
            {held
              .filter((l) => l.eye === eye)
              .map((l) => (
                <Lens key={l.id} of={l} />
              ))}
          </div>
        ))}
      </div>
    </Panel>
  )
}
function Lens({ of: lens }: { of: OkLens }) {
  const age = lens.handedOn ? daysBetween(lens.handedOn, today()) : 0
  const life = lens.handedOn && lens.dueOn ? daysBetween(lens.handedOn, lens.dueOn) : 0
  const parameters = lensParameterNames.filter((n) => lens.parameters[n] !== null && lens.parameters[n] !== undefined)
  return (
    <article className={`ok-lens ${lens.eye}`}>
      <header>
        <EyeTag eye={lens.eye} /> <strong className="num">SN {lens.serial}</strong> <Status of={lensMachine} value={lens.status} />
        {lens.spare && <span className="soft">{t`备用`}</span>}
      </header>
      <p className="soft num">
        {t`批号 ${lens.batch ?? '—'} · 效期 ${lens.expiry ?? '—'}`} · {lens.product}
      </p>
      <p className="num">{parameters.map((n) => `${tr(labelOf(n))} ${saidOf(lensParameters[n], lens.parameters[n])}`).join(' · ')}</p>
      {life > 0 && (
        <>
          <progress max={life} value={Math.min(age, life)} aria-label={t`镜片使用时间`} />
          <p className={age > life * 0.67 ? 'warn' : 'soft'}>{t`${age} 天，${lens.dueOn ?? ''} 到期换`}</p>
        </>
      )}
      {lens.endReason && lens.status === lensMachine.is.stopped && <p className="bad">{lens.endReason}</p>}
      <LensSteps of={lens} />
    </article>
  )
}
function LensSteps({ of: { id, status, version } }: { of: OkLens }) {
  const can = useCan()
  const { is, moves } = lensMachine
  const step = useSend(records['okjing.lens'], { invalidates: stale })
  const resume = useSend(records['okjing.lens.resume'], { invalidates: stale })
  const ask = async (label: string, then: (reason: string) => void) => {
    const reason = await confirm({ message: `${label}？`, reason: { label: t`原因`, required: true }, danger: true })
    if (typeof reason === 'string') then(reason)
  }
  const steps = [
    [moves.stop, is.stopped],
    [moves.break, is.broken],
    [moves.lose, is.lost],
  ] as const
  if (!can('record:edit')) return null
  return (
    <p className="screen-actions">
      {steps.flatMap(([move, to]) =>
        move.from.includes(status)
          ? [
              <Button
                key={to}
                size="small"
                danger={to === is.stopped}
                onClick={() => void ask(tr(move.label), (reason) => step.mutate({ id, status: to, version, reason }))}
              >
                {tr(move.label)}
              </Button>,
            ]
          : [],
      )}
      {moves.resume.from.includes(status) && can('record:sign') && (
        <Button size="small" onClick={() => void ask(tr(moves.resume.label), (reason) => resume.mutate({ id, version, reason }))}>
          {tr(moves.resume.label)}
        </Button>
      )}
    </p>
  )
}
