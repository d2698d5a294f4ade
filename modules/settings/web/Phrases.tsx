/** Templates and complaints of the store above a case record: one click fills what is still empty. */
import { Select } from 'antd'
import { dayFromToday, t, toast, useCall, useWho, type FormState } from '#kernel/web/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { settings } from '../contract/endpoints.ts'

const TEXTS = ['chiefComplaint', 'history', 'findings', 'diagnosis', 'advice'] as const

export function Phrases({ form }: { form: FormState }) {
  const { hid } = useWho()
  const templates = useCall(settings['settings.medical-templates.list'], { hid, status: inUse.is.on }, { stale: 300_000 }).data?.list ?? []
  const complaints = useCall(settings['settings.main-suit.list'], { hid, status: inUse.is.on }, { stale: 300_000 }).data?.list ?? []
  if (!templates.length && !complaints.length) return null
  const fill = (id: number) => {
    const chosen = templates.find((x) => x.id === id)
    if (!chosen) return
    // What somebody wrote is never overwritten.
    const texts = TEXTS.filter((k) => !form.values[k] && chosen[k]).map((k) => [k, chosen[k]] as const)
    const next = !form.values.nextDate && chosen.nextDays ? [['nextDate', dayFromToday(chosen.nextDays)] as const] : []
    form.setAll(Object.fromEntries([...texts, ...next]))
    toast(t`已套用 ${chosen.name}，只填写了空白处`, 'ok')
  }
  const add = (name: string) => form.set('chiefComplaint', [form.values.chiefComplaint, name].filter(Boolean).join('；'))
  return (
    <div className="phrases">
      {templates.length > 0 && (
        <Select
          aria-label={t`套用模板`}
          placeholder={t`套用模板`}
          value={null}
          style={{ minWidth: 180 }}
          options={templates.map((x) => ({ value: x.id, label: x.name }))}
          onChange={fill}
        />
      )}
      {complaints.map((c) => (
        <button key={c.id} type="button" className="chip" title={c.note ?? undefined} onClick={() => add(c.name)}>
          {c.name}
        </button>
      ))}
    </div>
  )
}
