/**
 * Imports in three steps: choose a file, see which column is what and what is wrong, import; and take it back. For every importing module.
 */
import { Button, Segmented } from 'antd'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ImportCalls, ImportResult } from '#kernel/contract/internal.ts'
import { freshKey, type Callable } from '../calls/api.ts'
import { t, tr } from '../i18n.ts'
import { Codes } from './Codes.tsx'
import { DropFile, Errors, Former, Mapping, Notes, Running, useUndo } from './steps.tsx'
import { Badge, Figures } from '../screen/pieces.tsx'
import { useSend } from '../calls/query.ts'
import './import.css'
import { Act } from '../screen/Act.tsx'

export interface ImportWizardProps {
  /** `importCallsOf(patients, 'patients')` */
  calls: ImportCalls
  /** Store the rows go to. */
  hid: number
  /** What a row is called: 会员. */
  what: string
  /** What the call asks for beside the file: a supplier, a period. */
  more?: Readonly<Record<string, unknown>>
  /** Lists that show the rows. */
  invalidates?: readonly Callable[]
  onLeave?: () => void
}

export function ImportWizard({ calls, hid, what, more = {}, invalidates = [], onLeave }: ImportWizardProps) {
  const [file, setFile] = useState<File>()
  const [ticket, setTicket] = useState('')
  const [tried, setTried] = useState<ImportResult>()
  const [done, setDone] = useState<ImportResult>()
  const [existing, setExisting] = useState<Existing>('fill')
  const reset = () => (setFile(undefined), setTried(undefined), setDone(undefined))
  const send = useSend(calls.run, {
    invalidates: [...invalidates, calls.list],
    onSuccess: (answer) => (answer.dryRun ? setTried(answer) : setDone(answer)),
    onError: () => !tried && setFile(undefined),
  })
  const { undo, busy } = useUndo(calls, reset)
  const run = (chosen: File, how: How) => {
    const next = freshKey()
    setTicket(next)
    setFile(chosen)
    setExisting(how.existing ?? existing)
    send.mutate({ ...more, file: chosen, hid, existing, ticket: next, ...how })
  }
  const start = (chosen: File) => (setTried(undefined), setDone(undefined), run(chosen, { dryRun: true }))
  const checking = send.isPending && send.variables?.dryRun === true
  return (
    <div className="import">
      {!file && <DropFile take={start} template={calls.template} busy={send.isPending} />}
      {send.isPending && <Running of={calls.progress} ticket={ticket} checking={checking} />}
      {done ? (
        <Done
          of={done}
          what={what}
          again={reset}
          undo={(id) => undo(id, done.good - done.same)}
          busy={busy}
          {...(onLeave ? { onLeave } : {})}
        />
      ) : (
        tried &&
        file && <Trial of={tried} what={what} busy={send.isPending} existing={existing} run={(how) => run(file, how)} again={reset} />
      )}
      {(done ?? tried) && <Errors of={(done ?? tried)!} />}
      {(done ?? tried) && <Notes of={(done ?? tried)!} />}
      {!tried && !done && <Former calls={calls} hid={hid} undo={undo} busy={busy} />}
    </div>
  )
}

type Existing = 'fill' | 'overwrite' | 'skip'
/** How a file is read: only tried, or for good; which column is what, as far as somebody said; what becomes of records that are there. */
interface How {
  dryRun: boolean
  mapping?: Record<string, string>
  /** What the codes of a column mean, by its field. */
  codes?: Record<string, string>
  existing?: Existing
}
/** The columns as they were read; a layout we know needs none. */
const mappingOf = (result: ImportResult): Pick<How, 'mapping' | 'codes'> =>
  result.layout
    ? {}
    : { codes: codesIn(result), mapping: Object.fromEntries(result.columns.flatMap((c) => (c.field ? [[String(c.column), c.field]] : []))) }

/** The conventions chosen so far. */
const codesIn = (result: ImportResult): Record<string, string> =>
  Object.fromEntries(result.codes.flatMap((c) => (c.chosen === null ? [] : [[c.field, c.chosen]])))

interface TrialProps {
  of: ImportResult
  what: string
  busy: boolean
  existing: Existing
  run: (how: How) => void
  again: () => void
}
/** What was found in the file, and what may be said about it before it is imported. */
const Trial = ({ of: result, what, busy, existing, run, again }: TrialProps) => (
  <>
    <Checked of={result} what={what} busy={busy} go={() => run({ dryRun: false, ...mappingOf(result) })} again={again} />
    {result.knows && (
      <label className="import-existing">
        {t`已有的记录`}{' '}
        <Segmented<Existing>
          aria-label={t`已有的记录`}
          disabled={busy}
          value={existing}
          options={[
            { value: 'fill', label: t`只补充空缺` },
            { value: 'overwrite', label: t`以文件为准` },
            { value: 'skip', label: t`跳过` },
          ]}
          onChange={(to) => run({ dryRun: true, ...mappingOf(result), existing: to })}
        />
      </label>
    )}
    <Codes
      of={result}
      busy={busy}
      choose={(field, key) => run({ dryRun: true, ...mappingOf(result), codes: { ...codesIn(result), [field]: key } })}
    />
    {!result.layout && <Mapping of={result} busy={busy} change={(mapping) => run({ dryRun: true, mapping, codes: codesIn(result) })} />}
  </>
)

/** What the import would do. */
function Checked({
  of: result,
  what,
  busy,
  go,
  again,
}: {
  of: ImportResult
  what: string
  busy: boolean
  go: () => void
  again: () => void
}) {
  return (
    <>
      <div className="import-head">
        <strong>{result.filename}</strong>
        {result.layout && <Badge tone="info">{t`已识别的格式 ${result.layout}`}</Badge>}
        <div className="screen-actions">
          <Button onClick={again} disabled={busy}>{t`换一个文件`}</Button>
          <Act
            type="primary"
            onClick={go}
            loading={busy}
            unless={result.good - result.same === 0 && t`没有可以导入的行`}
          >{t`导入 ${result.good - result.same} 条${tr(what)}`}</Act>
        </div>
      </div>
      {result.warning && (
        <p className="restored" role="status">
          {result.warning}
        </p>
      )}
      <Figures items={counts(result)} />
    </>
  )
}
const counts = (result: ImportResult): Array<{ label: string; value: string; tone?: 'ok' | 'bad' | 'warn' }> => {
  const shown = (n: number) => n.toLocaleString('en-US')
  return [
    { label: '行数', value: shown(result.rows) },
    ...(result.knows
      ? [
          { label: '新增', value: shown(result.good - result.changed - result.same), tone: 'ok' as const },
          { label: '更新', value: shown(result.changed), tone: 'ok' as const },
          { label: '没有变化', value: shown(result.same) },
          { label: '与已有记录冲突', value: shown(result.conflicts), ...(result.conflicts ? { tone: 'warn' as const } : {}) },
        ]
      : [{ label: result.dryRun ? '可以导入' : '已导入', value: shown(result.good), tone: 'ok' as const }]),
    { label: '有问题', value: shown(result.bad - result.conflicts), ...(result.bad > result.conflicts ? { tone: 'bad' as const } : {}) },
  ]
}

/** What the import did. */
function Done({
  of: result,
  what,
  again,
  undo,
  busy,
  onLeave,
}: {
  of: ImportResult
  what: string
  again: () => void
  undo: (importId: number) => void
  busy: boolean
  onLeave?: () => void
}) {
  return (
    <>
      <div className="import-head">
        <strong role="status">
          {result.good - result.same > 0 ? t`已导入 ${result.good - result.same} 条${tr(what)}` : t`没有导入任何内容`}
        </strong>
        <div className="screen-actions">
          {result.importId !== null && result.good > 0 && (
            <Button icon={<Undo2 size={14} />} loading={busy} onClick={() => undo(result.importId!)}>{t`撤销这次导入`}</Button>
          )}
          <Button onClick={again}>{t`再导入一个文件`}</Button>
          {onLeave && <Button type="primary" onClick={onLeave}>{t`完成`}</Button>}
        </div>
      </div>
      {result.warning && (
        <p className="restored" role="status">
          {result.warning}
        </p>
      )}
      <Figures items={counts(result)} />
    </>
  )
}
