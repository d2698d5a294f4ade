/** A clinic's own examination in the form: its template is chosen, then filled. An assessment's score follows while it is typed. */
import { Button, Input, InputNumber } from 'antd'
import { inUse, showNumber } from '#kernel/contract/index.ts'
import { t, tr, useCall, useWho, type FormState } from '#kernel/web/index.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import {
  assessed,
  namesOf,
  normalOf,
  partsOf,
  templateOf,
  wordsOf,
  type Template,
  type TemplateItem,
} from '../../contract/aids/template.ts'
import { copyWithin } from '../form/copies.ts'

interface Props {
  form: FormState
  /** What its templates are for: 1 other examinations, 2 assessments. */
  use: 1 | 2
}
export function Templated({ form, use }: Props) {
  const { hid } = useWho()
  const list = useCall(settings['settings.exam-templates.list'], { hid, status: inUse.is.on, pageSize: 0 }, { stale: 60_000 })
  const offered = (list.data?.list ?? []).filter((one) => one.use === use)
  const { templateId } = form.values
  // What was written stays with the template it was written by; a new one takes the settings'.
  const template = templateOf(form.values) ?? offered.find((one) => one.id === templateId)
  return (
    <div className="templated">
      <label>
        {t`检查模板`}{' '}
        <select
          value={typeof templateId === 'number' ? templateId : ''}
          data-field="templateId"
          onChange={(e) => form.setAll({ templateId: e.target.value ? Number(e.target.value) : null, template: null, values: null })}
        >
          <option value="">{t`不用模板`}</option>
          {offered.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {template && <NormalItems form={form} of={template} />}
      {template && <Items form={form} of={template} />}
      {template && use === 2 && <Score form={form} of={template} />}
    </div>
  )
}
/** The store's own words for what is normal, into the items that are empty; the record keeps which were stated so. */
function NormalItems({ form, of: template }: { form: FormState; of: Template }) {
  const parts = partsOf(form.values)
  const found = normalOf(template, parts)
  const count = Object.keys(found).length
  if (count === 0) return null
  return (
    <p className="objective">
      <Button size="small" onClick={() => copyWithin(form, 'values', { ...parts, ...found }, Object.keys(found))}>{t`其余正常`}</Button>
      <span className="soft">{t`未填的 ${count} 项写为正常，并记录由您声明`}</span>
    </p>
  )
}
function Items({ form, of: template }: { form: FormState; of: Template }) {
  const parts = partsOf(form.values)
  const set = (name: string, value: unknown) => form.set('values', { ...parts, [name]: value })
  return (
    <div className="templated-items">
      {template.items.flatMap((item) =>
        namesOf(item).map(({ name, label }) => (
          <label key={name}>
            <span>
              {label}
              {item.unit && <span className="soft"> {item.unit}</span>}
            </span>
            <Field item={item} name={name} value={parts[name]} onChange={(value) => set(name, value)} />
          </label>
        )),
      )}
    </div>
  )
}
interface FieldProps {
  item: TemplateItem
  name: string
  value: unknown
  onChange: (value: unknown) => void
}
function Field({ item, name, value, onChange }: FieldProps) {
  if (item.type === 'number')
    return (
      <InputNumber
        size="small"
        id={name}
        value={typeof value === 'number' ? value : null}
        {...(item.least == null ? {} : { min: item.least })}
        {...(item.most == null ? {} : { max: item.most })}
        onChange={onChange}
      />
    )
  if (item.type === 'text')
    return <Input size="small" id={name} value={typeof value === 'string' ? value : ''} onChange={(e) => onChange(e.target.value)} />
  const words = item.type === 'choice' ? wordsOf(item.options) : [tr('是'), tr('否')]
  const shown = item.type === 'flag' && typeof value === 'boolean' ? words[value ? 0 : 1] : value
  const isChosen = (word: string) => (item.type === 'flag' ? word === words[0] : word)
  return (
    <select
      id={name}
      value={typeof shown === 'string' ? shown : ''}
      onChange={(e) => onChange(e.target.value ? isChosen(e.target.value) : null)}
    >
      <option value="">—</option>
      {words.map((word) => (
        <option key={word}>{word}</option>
      ))}
    </select>
  )
}
/** The score as it will be kept, with the sum it comes of. */
function Score({ form, of: template }: { form: FormState; of: Template }) {
  const found = assessed(template, partsOf(form.values))
  return (
    <p aria-live="polite">
      {found ? (
        <>
          {t`得分`} <strong className="num">{showNumber(found.score, 1)}</strong> {found.band}{' '}
          <span className="soft num">{found.formula}</span>
        </>
      ) : (
        <span className="soft">{t`填完全部评分项目后显示得分`}</span>
      )}
    </p>
  )
}
