/** Where a member stands with the consents: read the text, agree, take it back. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { ageAt, metaOf } from '#kernel/contract/index.ts'
import { Can, Form, Panel, Status, Until, confirm, t, toast, today, tr, useCall, useSend } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { ConsentState } from '../../contract/shapes.record.ts'

const { kind, state, guardianRelation } = ConsentState.shape
const wordOf = (of: typeof kind | typeof guardianRelation, value: number): string => tr(metaOf(of).options![String(value)]!)
const stale = [patients['patients.consent.states']]

export function Consents({ pid, birth, guardian }: { pid: number; birth: string | null; guardian: string | null }) {
  const [asked, setAsked] = useState<ConsentState>()
  const states = useCall(patients['patients.consent.states'], { pid }, { live: ['patients'] })
  const withdraw = useSend(patients['patients.consent.withdraw'], { invalidates: stale, onSuccess: () => toast(t`已撤回`, 'ok') })
  const ask = async (of: ConsentState) => {
    const reason = await confirm({
      message: t`撤回“${wordOf(kind, of.kind)}”的同意？撤回后停止相关处理`,
      danger: true,
      ok: t`撤回`,
      reason: { label: t`撤回原因`, required: false },
    })
    if (reason !== false && of.id) withdraw.mutate({ id: of.id, reason: typeof reason === 'string' ? reason : '' })
  }
  return (
    <Panel title={t`知情同意`}>
      <Until of={states}>
        <ul className="member-family">
          {states.data?.map((s) => (
            <li key={s.kind}>
              <span>{wordOf(kind, s.kind)}</span>
              <Status of={metaOf(state)} value={s.state} />
              {s.at && <span className="soft num">{s.at.slice(0, 10)}</span>}
              {s.guardianName && (
                <span className="soft">
                  {s.guardianName}
                  {s.guardianRelation !== null && `（${wordOf(guardianRelation, s.guardianRelation)}）`}
                </span>
              )}
              <span className="member-family-tools">
                <Can code="patient:save">
                  {s.state === 1 ? (
                    <Button size="small" onClick={() => void ask(s)}>{t`撤回`}</Button>
                  ) : (
                    <Button size="small" onClick={() => setAsked(s)}>
                      {s.state === 2 ? t`重新确认` : t`办理同意`}
                    </Button>
                  )}
                </Can>
              </span>
            </li>
          ))}
        </ul>
      </Until>
      <Drawer
        title={asked && wordOf(kind, asked.kind)}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        size={640}
        destroyOnHidden
      >
        {asked && (
          <Give
            pid={pid}
            of={asked}
            minor={birth !== null && ageAt(birth, today()).years < 14}
            guardian={guardian}
            done={() => setAsked(undefined)}
          />
        )}
      </Drawer>
    </Panel>
  )
}

/** The text as it is agreed to; for a child under fourteen with the guardian's name. */
function Give({
  pid,
  of,
  minor,
  guardian: known,
  done,
}: {
  pid: number
  of: ConsentState
  minor: boolean
  guardian: string | null
  done: () => void
}) {
  const texts = useCall(patients['patients.consent.texts'], {})
  const text = texts.data?.find((one) => one.kind === of.kind)
  // Who is named as the guardian in the family agrees; without one, the guardian of the record.
  const family = useCall(patients['patients.others-info.family'], { pid }, { enabled: minor })
  const named = family.data?.persons.find((p) => p.isGuardian)
  const agrees = named ? { guardianName: named.name, guardianRelation: named.relation } : known ? { guardianName: known } : {}
  const guardian = minor
    ? ([{ key: 'guardianName', hint: t`不满十四周岁，由监护人同意` }, 'guardianRelation'] as const)
    : (['guardianName', 'guardianRelation'] as const)
  return (
    <Until of={texts}>
      {text && !family.isLoading && (
        <Form
          of={patients['patients.consent.give']}
          fixed={{ pid, kind: of.kind, sha256: text.sha256 }}
          initial={{ way: 1, ...(minor ? agrees : {}) }}
          invalidates={stale}
          saveLabel={t`已阅读并同意`}
          onLeave={done}
          onDone={() => (toast(t`已记录同意`, 'ok'), done())}
          rules={(v) =>
            minor && !v.guardianName
              ? [{ field: 'guardianName', sentence: t`不满十四周岁，需由监护人同意` }]
              : minor && !v.guardianRelation
                ? [{ field: 'guardianRelation', sentence: t`请选择与孩子的关系` }]
                : []
          }
          fields={[
            {
              render: () => (
                <article className="consent-text">
                  <p className="soft">{t`第 ${text.no} 版`}</p>
                  {text.text.split('\n').map((line, i) => (
                    <p key={i}>{line}</p>
                  ))}
                </article>
              ),
            },
            { key: 'way', span: 12 },
            ...guardian,
          ]}
        />
      )}
    </Until>
  )
}
