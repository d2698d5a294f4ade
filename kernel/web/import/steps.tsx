/** The parts of the import wizard: choosing a file, which column is what, what is wrong, former imports. */
import { Button, Progress as Bar, Select } from 'antd'
import { Download as DownloadIcon, FileUp, Undo2 } from 'lucide-react'
import { useEffect, useState, type DragEvent } from 'react'
import type { ImportCalls, ImportError, ImportResult } from '#kernel/contract/internal.ts'
import { call, download, save } from '../calls/api.ts'
import { t, tr, trSentence } from '../i18n.ts'
import { confirm, toast } from '../notice.ts'
import { useCall, useSend, type useCall as Used } from '../calls/query.ts'
import { Empty, Panel, Until } from '../screen/Screen.tsx'
import { byName } from '../find/byName.ts'

/** Where a file is dropped or chosen. */
export function DropFile({ take, template, busy }: { take: (file: File) => void; template: ImportCalls['template']; busy: boolean }) {
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) take(file)
  }
  return (
    <div
      className={over ? 'panel drop over' : 'panel drop'}
      onDragOver={(e) => (e.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <FileUp size={28} aria-hidden />
      <p>{t`把文件拖到这里，或者`}</p>
      <label className="btn main" aria-disabled={busy || undefined}>
        {t`选择文件`}
        <input
          type="file"
          accept=".xlsx,.xls,.ods,.csv,.txt"
          disabled={busy}
          onChange={(e) => (e.target.files?.[0] && take(e.target.files[0]), (e.target.value = ''))}
        />
      </label>
      <p className="soft">{t`Excel（xlsx、xls）、ODS 或 CSV，最大 20 MB、5 万行；第一行是表头`}</p>
      <button type="button" className="link" onClick={() => void download(template, {})}>
        <DownloadIcon size={13} aria-hidden /> {t`下载模板`}
      </button>
    </div>
  )
}

/** How far a running import is; asked twice a second. */
export function Running({ of: progress, ticket, checking }: { of: ImportCalls['progress']; ticket: string; checking: boolean }) {
  const [reached, setAt] = useState({ done: 0, total: 0 })
  useEffect(() => {
    const timer = setInterval(() => void call(progress, { ticket }).then(setAt, () => undefined), 500)
    return () => clearInterval(timer)
  }, [progress, ticket])
  return (
    <div className="panel panel-body" role="status">
      <p>
        {checking ? t`正在检查…` : t`正在导入…`}{' '}
        {reached.total > 0 && (
          <span className="num soft">
            {reached.done.toLocaleString('en-US')} / {reached.total.toLocaleString('en-US')}
          </span>
        )}
      </p>
      <Bar percent={reached.total ? Math.round((reached.done / reached.total) * 100) : 0} status="active" showInfo={reached.total > 0} />
    </div>
  )
}

/** Which column becomes which field. */
interface MappingProps {
  of: ImportResult
  change: (mapping: Record<string, string>) => void
  busy: boolean
}
export function Mapping({ of: result, change, busy }: MappingProps) {
  const chosen = Object.fromEntries(result.columns.flatMap((c) => (c.field ? [[String(c.column), c.field]] : [])))
  const taken = new Set(Object.values(chosen))
  const put = (column: number, field: string | undefined) =>
    change(Object.fromEntries(Object.entries({ ...chosen, [column]: field }).filter((e): e is [string, string] => Boolean(e[1]))))
  return (
    <Panel
      title={t`列的对应`}
      note={
        result.remembered
          ? t`已认出 ${taken.size} 列，共 ${result.columns.length} 列，其中 ${result.remembered} 列沿用上次的对应`
          : t`已认出 ${taken.size} 列，共 ${result.columns.length} 列`
      }
    >
      <div className="import-table">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{t`文件中的列`}</th>
              <th scope="col">{t`前几行的内容`}</th>
              <th scope="col">{t`导入为`}</th>
            </tr>
          </thead>
          <tbody>
            {result.columns.map((c) => (
              <tr key={c.column}>
                <td>{c.header || t`（无表头）`}</td>
                <td className="soft">{c.samples.filter(Boolean).join('、') || '—'}</td>
                <td>
                  <Select
                    aria-label={c.header}
                    style={{ width: 200 }}
                    size="small"
                    allowClear
                    showSearch={byName}
                    disabled={busy}
                    placeholder={t`不导入`}
                    value={c.field}
                    onChange={(v: string | undefined) => put(c.column, v)}
                    options={result.fields.map((f) => ({
                      value: f.field,
                      label: `${tr(f.label)}${f.required ? ' *' : ''}`,
                      disabled: taken.has(f.field) && f.field !== c.field,
                    }))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

const SHOWN = 200
/** What was put right in rows that are taken, so that nobody is surprised by it later. */
export function Notes({ of: result }: { of: ImportResult }) {
  if (!result.notes.length) return null
  return (
    <Panel title={t`已自动整理的内容`} note={result.notes.length > SHOWN ? t`显示前 ${SHOWN} 条` : t`${result.notes.length} 条`}>
      <div className="import-table">
        <table className="grid num">
          <thead>
            <tr>
              <th scope="col" className="right">{t`行`}</th>
              <th scope="col">{t`说明`}</th>
            </tr>
          </thead>
          <tbody>
            {result.notes.slice(0, SHOWN).map((n, i) => (
              <tr key={i}>
                <td className="right">{n.row}</td>
                <td>{trSentence(n.sentence)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
/** What is wrong, row by row, and all of it as an Excel file to work through. */
export function Errors({ of: result }: { of: ImportResult }) {
  if (!result.errors.length) return null
  return (
    <Panel
      title={t`需要处理的内容`}
      note={result.errors.length > SHOWN ? t`显示前 ${SHOWN} 条` : t`${result.errors.length} 条`}
      actions={<Button size="small" icon={<DownloadIcon size={13} />} onClick={() => void saveErrors(result)}>{t`下载问题清单`}</Button>}
    >
      <div className="import-table">
        <table className="grid num">
          <thead>
            <tr>
              <th scope="col" className="right">{t`行`}</th>
              <th scope="col">{t`列`}</th>
              <th scope="col">{t`内容`}</th>
              <th scope="col">{t`问题`}</th>
            </tr>
          </thead>
          <tbody>
            {result.errors.slice(0, SHOWN).map((e, i) => (
              <ErrorRow key={i} of={e} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
const ErrorRow = ({ of: error }: { of: ImportError }) => (
  <tr>
    <td className="right">{error.row}</td>
    <td>{error.column ? tr(error.column) : '—'}</td>
    <td>{error.given || '—'}</td>
    <td className="bad">{trSentence(error.sentence)}</td>
  </tr>
)
async function saveErrors(result: ImportResult): Promise<void> {
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Sheet1',
        columns: [{ width: 8 }, { width: 16 }, { width: 30 }, { width: 50 }],
        rows: [[t`行`, t`列`, t`内容`, t`问题`], ...result.errors.map((e) => [e.row, tr(e.column), e.given, trSentence(e.sentence)])],
      },
    ],
  })
  save(new Blob([bytes as Uint8Array<ArrayBuffer>]), `${result.filename.replace(/\.\w+$/, '')}-${t`问题清单`}.xlsx`)
}

/** Takes an import back after asking; tells what had to stay. */
export function useUndo(calls: ImportCalls, done: () => void): { undo: (importId: number, rows: number) => void; busy: boolean } {
  const send = useSend(calls.undo, {
    invalidates: [calls.list],
    onSuccess: ({ removed, kept }) => {
      done()
      if (!kept.length) return toast(t`已撤销 ${removed} 行`, 'ok')
      const lines = kept
        .slice(0, 12)
        .map((k) => `${k.what}：${tr(k.why)}`)
        .join('\n')
      void confirm({
        title: t`已撤销 ${removed} 行，保留 ${kept.length} 行`,
        message: kept.length > 12 ? `${lines}\n…` : lines,
        cancel: null,
      })
    },
  })
  const undo = (importId: number, rows: number) =>
    void confirm({ message: t`撤销后，这次导入的 ${rows} 行会被删除；已经使用过的会保留`, danger: true, ok: t`撤销导入` }).then(
      (yes) => yes && send.mutate({ importId }),
    )
  return { undo, busy: send.isPending }
}

/** Former imports of the store. */
export function Former({
  calls,
  hid,
  undo,
  busy,
}: {
  calls: ImportCalls
  hid: number
  undo: (importId: number, rows: number) => void
  busy: boolean
}) {
  const list: ReturnType<typeof Used<ImportCalls['list']>> = useCall(calls.list, { hid, pageSize: 20 })
  return (
    <Panel title={t`导入记录`}>
      <Until of={list}>
        {list.data?.list.length ? (
          <div className="import-table">
            <table className="grid num">
              <thead>
                <tr>
                  <th scope="col">{t`时间`}</th>
                  <th scope="col">{t`文件`}</th>
                  <th scope="col" className="right">{t`行数`}</th>
                  <th scope="col">{t`导入人`}</th>
                  <th className="row-actions" aria-label={t`操作`} />
                </tr>
              </thead>
              <tbody>
                {list.data.list.map((b) => (
                  <tr key={b.importId}>
                    <td>{b.at.slice(0, 16)}</td>
                    <td>{b.filename}</td>
                    <td className="right">{b.rows}</td>
                    <td>{b.staffName ?? '—'}</td>
                    <td className="row-actions">
                      {b.undoneAt ? (
                        <span className="soft">{t`已撤销`}</span>
                      ) : (
                        <Button
                          size="small"
                          icon={<Undo2 size={13} />}
                          loading={busy}
                          onClick={() => undo(b.importId, b.rows)}
                        >{t`撤销`}</Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <Empty text={t`还没有导入过`} />
        )}
      </Until>
    </Panel>
  )
}
