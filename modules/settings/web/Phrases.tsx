/** Templates and complaints above a record: one click fills empty fields. */
import { Select } from 'antd'
import { useEffect, useRef } from 'react'
import { dayFromToday, t, toast, useCall, useWho, type FormState, type FormValues } from '#kernel/web/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { settings } from '../contract/endpoints.ts'

const TEXTS = ['chiefComplaint', 'history', 'findings', 'diagnosis', 'advice'] as const
type Part = (typeof TEXTS)[number]
/** Template parts by form field, the main one of a part first. */
export type Phrased = Readonly<Record<string, Part>>
const OF_CASE: Phrased = Object.fromEntries(TEXTS.map((part) => [part, part]))

interface Props {
  form: FormState
  into?: Phrased
  /** The form has a field for the next visit. */
  next?: boolean
}
export function Phrases({ form, into = OF_CASE, next = into === OF_CASE }: Props) {
  const { hid } = useWho()
  const templates = useCall(settings['settings.medical-templates.list'], { hid, status: inUse.is.on }, { stale: 300_000 }).data?.list ?? []
  const complaints = useCall(settings['settings.main-suit.list'], { hid, status: inUse.is.on }, { stale: 300_000 }).data?.list ?? []
  const fill = (chosen: (typeof templates)[number] | undefined, existing: FormValues = {}) => {
    if (!chosen) return
    // Existing text is never overwritten.
    const main = (part: Part) => Object.keys(into).find((field) => into[field] === part)
    const texts = TEXTS.flatMap((part) => {
      const field = main(part)
      return field === undefined || form.values[field] || field in existing || !chosen[part] ? [] : [[field, chosen[part]] as const]
    })
    const later = next && !form.values.nextDate && chosen.nextDays ? [['nextDate', dayFromToday(chosen.nextDays)] as const] : []
    form.setAll({ ...Object.fromEntries([...texts, ...later]), ...existing })
    toast(t`已套用 ${chosen.name}，只填写了空白处`, 'ok')
  }
  useAbbreviations(form, (field, abbr, around) => {
    const chosen = templates.find((x) => x.abbr === abbr)
    const own = into[field]
    if (!chosen || !own) return false
    fill(chosen, { [field]: around(chosen[own] ?? '') })
    return true
  })
  const lastIn = useLastText(form, into)
  const first = Object.keys(into).find((field) => into[field] === 'chiefComplaint') ?? Object.keys(into)[0]
  if (!templates.length && !complaints.length) return null
  const add = (name: string) => {
    const field = lastIn.current ?? first
    if (field !== undefined) form.set(field, [form.values[field], name].filter(Boolean).join('；'))
  }
  return (
    <div className="phrases">
      {templates.length > 0 && (
        <Select
          aria-label={t`套用模板`}
          placeholder={t`套用模板`}
          value={null}
          style={{ minWidth: 180 }}
          options={templates.map((x) => ({ value: x.id, label: x.abbr ? `${x.name} ,${x.abbr}` : x.name }))}
          onChange={(id) => fill(templates.find((x) => x.id === id))}
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

/** The text field last edited. */
function useLastText(form: FormState, into: Phrased) {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const listen = ({ target }: FocusEvent) => {
      const field = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-field]')?.dataset.field : undefined
      if (field !== undefined && field in into) last.current = field
    }
    const root = form.root.current
    root?.addEventListener('focusin', listen)
    return () => root?.removeEventListener('focusin', listen)
  }, [form.root, into])
  return last
}

type Apply = (field: string, abbr: string, around: (text: string) => string) => boolean
/** `,abbr` and a space in a text field is replaced by the template's text for that field; other empty fields are filled. */
function useAbbreviations(form: FormState, apply: Apply): void {
  const latest = useRef(apply)
  latest.current = apply
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const input = event.target
      if (event.key !== ' ' || event.isComposing || !(input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement)) return
      const caret = input.selectionStart ?? input.value.length
      const abbr = /[,，]([a-z0-9]{1,10})$/.exec(input.value.slice(0, caret))
      const field = input.closest<HTMLElement>('[data-field]')?.dataset.field
      const around = (text: string) => input.value.slice(0, abbr?.index) + text + input.value.slice(caret)
      if (field && abbr?.[1] && latest.current(field, abbr[1], around)) event.preventDefault()
    }
    const root = form.root.current
    root?.addEventListener('keydown', listen)
    return () => root?.removeEventListener('keydown', listen)
  }, [form.root])
}
