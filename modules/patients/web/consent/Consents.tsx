/** Where a member stands with the consents: read the text, agree, take it back. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { ageOn, metaOf } from '#kernel/contract/index.ts'
import { Can, Form, Panel, Status, Until, confirm, t, toast, today, tr, useCall, useSend, type FormRule } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { ConsentState } from '../../contract/shapes.record.ts'
import { consenting } from '../../contract/states.ts'

const { kind, state, guardianRelation } = ConsentState.shape
const wordOf = (shape: typeof kind | typeof guardianRelation, value: number): string => tr(metaOf(shape).options![String(value)]!)
const stale = [patients['patients.consent.states']]

export function Consents({ pid, birth, guardian }: { pid: number; birth: string | null; guardian: string | null }) {
  const [editing, setEditing] = useState<ConsentState>()
  const states = useCall(patients['patients.consent.states'], { pid }, { live: ['patients'] })
  return (
    <Panel title={t`知情同意`}>
      <Until of={states}>
        <ul className="member-family">
          {states.data?.map((s) => (
            <State key={s.kind} of={s} give={() => setEditing(s)} />
          ))}
        </ul>
      </Until>
      <Drawer
        title={editing && wordOf(kind, editing.kind)}
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        size={640}
        destroyOnHidden
      >
        {editing && (
          <Give
            pid={pid}
            of={editing}
            minor={birth !== null && (ageOn(birth, today())?.years ?? 0) < 14}
            guardian={guardian}
            done={() => setEditing(undefined)}
          />
        )}
      </Drawer>
    </Panel>
  )
}

/** One consent: what stands, and its next step. */
function State({ of: s, give }: { of: ConsentState; give: () => void }) {
  const withdraw = useSend(patients['patients.consent.withdraw'], { invalidates: stale, onSuccess: () => toast(t`已撤回`, 'ok') })
  const ask = async () => {
    const reason = await confirm({
      message: t`撤回“${wordOf(kind, s.kind)}”的同意？撤回后停止相关处理`,
      danger: true,
      ok: t`撤回`,
      reason: { label: t`撤回原因`, required: false },
    })
    if (reason !== false && s.id) withdraw.mutate({ id: s.id, reason: typeof reason === 'string' ? reason : '' })
  }
  return (
    <li>
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
          {s.state === consenting.is.given ? (
            <Button size="small" onClick={() => void ask()}>{t`撤回`}</Button>
          ) : (
            <Button size="small" onClick={give}>
              {s.state === consenting.is.outdated ? t`重新确认` : t`办理同意`}
            </Button>
          )}
        </Can>
      </span>
    </li>
  )
}

/** Who is named as the guardian in the family agrees for a child; without one, the guardian of the record. */
function useGuardian({ pid, minor, guardian: reason }: Omit<GiveProps, 'of' | 'done'>) {
  const family = useCall(patients['patients.others-info.family'], { pid }, { enabled: minor })
  const named = family.data?.persons.find((p) => p.isGuardian)
  const recorded = reason ? { guardianName: reason } : {}
  const agrees = named ? { guardianName: named.name, guardianRelation: named.relation } : recorded
  return { reading: family.isLoading, agrees: minor ? agrees : {} }
}

/** A child's consent names the guardian and what this one is to the child. */
const guarded: FormRule = (v) => {
  if (!v.guardianName) return [{ field: 'guardianName', sentence: t`不满十四周岁，需由监护人同意` }]
  return v.guardianRelation ? [] : [{ field: 'guardianRelation', sentence: t`请选择与孩子的关系` }]
}

interface GiveProps {
  pid: number
  of: ConsentState
  /** Under fourteen. */
  minor: boolean
  guardian: string | null
  done: () => void
}
/** The text as it is agreed to; for a child under fourteen with the guardian's name. */
function Give({ of: consent, done, ...member }: GiveProps) {
  const { pid, minor } = member
  const texts = useCall(patients['patients.consent.texts'], {})
  const text = texts.data?.find((one) => one.kind === consent.kind)
  const { reading, agrees } = useGuardian(member)
  return (
    <Until of={texts}>
      {text && !reading && (
        <Form
          of={patients['patients.consent.give']}
          fixed={{ pid, kind: consent.kind, sha256: text.sha256 }}
          initial={{ way: 1, ...agrees }}
          invalidates={stale}
          saveLabel={t`已阅读并同意`}
          onLeave={done}
          onDone={() => (toast(t`已记录同意`, 'ok'), done())}
          {...(minor ? { rules: guarded } : {})}
          fields={[
            { render: () => <Text no={text.no} lines={text.text.split('\n')} /> },
            { key: 'way', span: 12 },
            minor ? { key: 'guardianName', hint: t`不满十四周岁，由监护人同意` } : 'guardianName',
            'guardianRelation',
          ]}
        />
      )}
    </Until>
  )
}

const Text = ({ no, lines }: { no: number; lines: readonly string[] }) => (
  <article className="consent-text">
    <p className="soft">{t`第 ${no} 版`}</p>
    {lines.map((line, i) => (
      <p key={i}>{line}</p>
    ))}
  </article>
)
