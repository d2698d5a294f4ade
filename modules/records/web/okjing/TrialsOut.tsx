/** Trial lenses that are still out: each goes back once it was disinfected, and how is said by the button. */
import { Button } from 'antd'
import { Panel, t, tr, useCan, useSend } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import { disinfections, ReturnTrialLens, type CaseOfMember } from '../../contract/okjing/shapes.ts'

const METHODS = ReturnTrialLens.shape.disinfection
export function TrialsOut({ of: member }: { of: CaseOfMember['trialLenses'] }) {
  const back = useSend(records['okjing.trial-lens.return'], { invalidates: [records['okjing.case'], records['trial-lenses.list']] })
  const edits = useCan()('record:edit')
  if (member.length === 0) return null
  return (
    <Panel title={t`未归还的试戴片`}>
      {member.map(({ recordId, lensName, outAt }) => (
        <div key={recordId} className="trial-out">
          <p>
            <strong>{lensName}</strong> <span className="soft num">{t`${outAt.slice(0, 16)} 取出`}</span>
          </p>
          {edits && (
            <p className="screen-actions" role="group" aria-label={t`消毒后归还 ${lensName}`}>
              {Object.entries(disinfections).map(([way, label]) => {
                const disinfection = METHODS.safeParse(way).data
                return (
                  disinfection && (
                    <Button key={way} size="small" loading={back.isPending} onClick={() => back.mutate({ id: recordId, disinfection })}>
                      {t`${tr(label)}后归还`}
                    </Button>
                  )
                )
              })}
            </p>
          )}
        </div>
      ))}
    </Panel>
  )
}
