/** Coded diagnoses of a case record and the treatment chosen from the store's items. */
import { Button, Select } from 'antd'
import { useState } from 'react'
import { inUse, metaOf } from '#kernel/contract/index.ts'
import { Panel, t, tr, useCall, useSettled, useWho, type FormState } from '#kernel/web/index.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { Diagnosis, type CaseItem } from '../contract/ecase.ts'
import { records } from '../contract/endpoints.ts'

type Line = Diagnosis
const choicesOf = (field: 'eye' | 'certainty') =>
  Object.entries(metaOf(Diagnosis.shape[field]).options ?? {}).map(([value, label]) => ({ value, label: tr(label) }))

interface LinesProps {
  form: FormState
  locked: boolean
}
/** Diagnoses, searched by code, name or pinyin initials. */
export function Diagnoses({ form, locked }: LinesProps) {
  const lines: readonly Line[] = Array.isArray(form.values.diagnoses) ? form.values.diagnoses : []
  const set = (next: readonly Line[]) => form.set('diagnoses', next)
  const add = (code: string, name: string) => {
    if (!lines.some((l) => l.name === name)) set([...lines, { code, name, eye: 'ou', certainty: 1, main: lines.length === 0 }])
  }
  const remove = (index: number) => {
    const rest = lines.filter((_, i) => i !== index)
    set(rest.some((l) => l.main) ? rest : rest.map((l, i) => ({ ...l, main: i === 0 })))
  }
  if (locked && lines.length === 0) return null
  return (
    <Panel title={t`诊断`} className="case-lines">
      {!locked && <Search onFound={add} />}
      {lines.map((line, position) => (
        <OneDiagnosis
          key={`${line.code}${line.name}`}
          at={position}
          line={line}
          locked={locked}
          change={(to) => set(lines.map((l, i) => (i === position ? { ...l, ...to } : to.main ? { ...l, main: false } : l)))}
          remove={() => remove(position)}
        />
      ))}
    </Panel>
  )
}
function Search({ onFound }: { onFound: (code: string, name: string) => void }) {
  const [word, setWord] = useState('')
  const settled = useSettled(word.trim())
  const hits = useCall(records['icd10.find'], { word: settled, limit: 15 }, { enabled: settled !== '', keep: true }).data?.list ?? []
  return (
    <Select<string>
      showSearch
      aria-label={t`查找诊断`}
      placeholder={t`编码、名称或拼音首字母，如 H52.1、近视、js`}
      style={{ width: '100%' }}
      value={null}
      searchValue={word}
      filterOption={false}
      suffixIcon={null}
      notFoundContent={settled ? t`没有找到，可直接填写在诊断文字中` : null}
      options={hits.map((d) => ({ value: d.code, label: `${d.code}  ${d.name}` }))}
      onSearch={setWord}
      onChange={(code) => (onFound(code, hits.find((d) => d.code === code)?.name ?? code), setWord(''))}
    />
  )
}
interface OneProps {
  at: number
  line: Line
  locked: boolean
  change: (to: Partial<Line>) => void
  remove: () => void
}
const OneDiagnosis = ({ at: index, line, locked, change, remove }: OneProps) => (
  <div className="case-line" data-field={`diagnoses.${index}.code`}>
    <label className="case-main">
      <input type="radio" name="main" checked={line.main} disabled={locked} onChange={() => change({ main: true })} />
      {t`主要`}
    </label>
    <span className="num">{line.code ?? '—'}</span>
    <strong>{line.name}</strong>
    <Select
      size="small"
      aria-label={t`眼别`}
      disabled={locked}
      allowClear
      style={{ width: 84 }}
      value={line.eye}
      options={choicesOf('eye')}
      onChange={(eye?: Line['eye']) => change({ eye: eye ?? null })}
    />
    <Select
      size="small"
      aria-label={t`把握`}
      disabled={locked}
      style={{ width: 84 }}
      value={String(line.certainty)}
      options={choicesOf('certainty')}
      onChange={(certain) => change({ certainty: certain === '2' ? 2 : 1 })}
    />
    {!locked && <Button size="small" danger type="text" onClick={remove}>{t`移除`}</Button>}
  </div>
)

/** Treatment of the day: items of the store, each as often as it was done. */
export function CaseItems({ form, locked }: LinesProps) {
  const { hid } = useWho()
  const items = useCall(settings['settings.meditem.list'], { hid, status: inUse.is.on }, { stale: 300_000 }).data?.list ?? []
  const lines: ReadonlyArray<CaseItem> = Array.isArray(form.values.items) ? form.values.items : []
  const set = (next: readonly CaseItem[]) => form.set('items', next)
  if (lines.length === 0 && (locked || items.length === 0)) return null
  return (
    <Panel title={t`处理项目`} className="case-lines">
      {!locked && (
        <div className="phrases">
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              className="chip"
              onClick={() => set([...lines, { meditemId: item.id, name: item.name, eye: null, times: 1, note: null }])}
            >
              {item.name}
            </button>
          ))}
        </div>
      )}
      {lines.map((line, index) => (
        <div key={index} className="case-line">
          <strong>{line.name}</strong>
          <Select
            size="small"
            aria-label={t`眼别`}
            disabled={locked}
            allowClear
            style={{ width: 84 }}
            value={line.eye}
            options={choicesOf('eye')}
            onChange={(eye?: CaseItem['eye']) => set(lines.map((l, i) => (i === index ? { ...l, eye: eye ?? null } : l)))}
          />
          <span className="num">× {line.times}</span>
          {!locked && <Button size="small" danger type="text" onClick={() => set(lines.filter((_, i) => i !== index))}>{t`移除`}</Button>}
        </div>
      ))}
    </Panel>
  )
}
