/** The expert's report: kept while it is written, signed once, amended with a reason. Everybody else reads it once it is signed. */
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Clashes } from '#kernel/web/form/Clashes.tsx'
import { isText } from '#kernel/web/form/draft/draft.ts'
import { useTyped } from '#kernel/web/form/draft/typed.ts'
import { sameValue } from '#kernel/web/form/draft/typing.ts'
import { Act, Link, Panel, Status, confirm, t, toast, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { remote } from '../contract/endpoints.ts'
import { modeOf } from '../contract/room.ts'
import type { ConsultationRow, RecordRow } from '../contract/shapes.ts'
import { remoteCase, remoteRecord } from '../contract/states.ts'

/** Ms without typing after which what was written is kept. */
const PAUSE = 800
export function Report({ of: consultation, images }: { of: ConsultationRow; images?: readonly number[] }) {
  const { ctid } = useWho()
  const host = modeOf(ctid, consultation.ctid) === 'host'
  const begin = useSend(remote['telemedicine-records.create'], {
    invalidates: [remote['telemedicine-subscribes.list'], remote['telemedicine-subscribes.get']],
  })
  const [made, setMade] = useState<number>()
  const id = consultation.recordId ?? made
  const record = useCall(
    remote['telemedicine-records.get'],
    { id: id ?? 0 },
    { enabled: id !== undefined && (host || consultation.status === remoteCase.is.signed) },
  )
  if (!host && consultation.status !== remoteCase.is.signed) return null
  if (id === undefined)
    return (
      <Panel title={t`会诊报告`}>
        <Button
          type="primary"
          loading={begin.isPending}
          onClick={() => begin.mutate({ reserveId: consultation.id }, { onSuccess: (row) => setMade(row.id) })}
        >{t`写报告`}</Button>
      </Panel>
    )
  return record.data ? <Written key={id} of={record.data} images={images} host={host} /> : null
}

/** What is typed into a report, kept by itself while it is a draft; what was not kept yet is restored over the report as it is now. */
function useWriting(consultation: RecordRow, images: readonly number[] | undefined) {
  const draft = consultation.status === remoteRecord.is.draft
  const typed = useTyped({
    input: remote['telemedicine-records.update'].input,
    initial: { opinion: consultation.opinion, advice: consultation.advice },
    version: consultation.version,
    name: `remote-report.${consultation.id}`,
  })
  const { values, start, clashes } = typed
  const textOf = (name: 'opinion' | 'advice'): string => (isText(values[name]) ? values[name] : '')
  const text = { opinion: textOf('opinion'), advice: textOf('advice') }
  const kept = clashes.length === 0 && (['opinion', 'advice'] as const).every((name) => sameValue(text[name], start[name]))
  const version = useRef(consultation.version)
  version.current = Math.max(version.current, consultation.version)
  const { mutateAsync } = useSend(remote['telemedicine-records.update'], { invalidates: [remote['telemedicine-records.get']] })
  const keep = async (reason?: string) => {
    const row = await mutateAsync({
      id: consultation.id,
      ...text,
      ...(images ? { images: [...images] } : {}),
      version: version.current,
      ...(reason ? { reason } : {}),
    })
    version.current = row.version
    typed.saved(text)
  }
  const latest = useRef(keep)
  latest.current = keep
  useEffect(() => {
    if (!draft || kept || clashes.length) return
    // What is typed meanwhile starts the clock anew.
    const timer = setTimeout(() => void latest.current().catch(() => undefined), PAUSE)
    return () => clearTimeout(timer)
  }, [text.opinion, text.advice, kept, draft, clashes])
  return { draft, text, kept, keep, type: typed.put, version, clashes, choose: typed.choose }
}

/** `host`: the expert, who alone writes. */
function Written({ of: consultation, images, host }: { of: RecordRow; images: readonly number[] | undefined; host: boolean }) {
  const stale = [remote['telemedicine-records.get'], remote['telemedicine-subscribes.list'], remote['telemedicine-subscribes.get']]
  const { draft, text, kept, keep, type, version, ...undecided } = useWriting(consultation, images)
  const sign = useSend(remote['telemedicine-records.sign'], { invalidates: stale, onSuccess: () => toast(t`报告已签署`, 'ok') })
  const finish = async () => {
    if (!(await confirm({ message: t`签署后报告进入会员病历，会诊费结算。签署？`, ok: t`签署` }))) return
    await keep()
    sign.mutate({ id: consultation.id, version: version.current })
  }
  const amend = async () => {
    const reason = await confirm({ message: t`更正已签署的报告`, reason: { label: t`更正原因`, required: true } })
    if (typeof reason === 'string') await keep(reason)
  }
  const rows = { minRows: 3, maxRows: 12 }
  return (
    <Panel title={t`会诊报告`}>
      {undecided.clashes.length > 0 && <Clashes form={undecided} shape={remote['telemedicine-records.update'].input} />}
      <div className="remote-report">
        <label>
          {t`会诊意见`}
          <Input.TextArea
            readOnly={!host}
            value={text.opinion}
            maxLength={2000}
            autoSize={rows}
            onChange={(e) => type({ opinion: e.target.value })}
          />
        </label>
        <label>
          {t`处理建议`}
          <Input.TextArea
            readOnly={!host}
            value={text.advice}
            maxLength={2000}
            autoSize={rows}
            onChange={(e) => type({ advice: e.target.value })}
          />
        </label>
        <p className="remote-moves">
          <Status of={remoteRecord} value={consultation.status} /> {host && <span role="status">{kept ? t`已保存` : t`正在保存…`}</span>}
          {draft && host && (
            <Act
              type="primary"
              unless={(undecided.clashes.length > 0 && t`请先选择保留哪一个`) || (!text.opinion.trim() && t`请填写会诊意见`)}
              onClick={() => void finish()}
            >{t`签署报告`}</Act>
          )}
          {consultation.status === remoteRecord.is.signed && (
            <>
              {host && <Act unless={kept && t`没有修改`} onClick={() => void amend()}>{t`更正`}</Act>}{' '}
              <Link to={`/remote-record-print/${consultation.id}`}>{t`打印`}</Link>
            </>
          )}
        </p>
      </div>
    </Panel>
  )
}
