/** What is trained, chosen from the list: several at once. */
import { Select } from 'antd'
import { byName, t, tr, type FormState } from '#kernel/web/index.ts'
import { moduleNames } from '../contract/fields.ts'

const options = () => Object.entries(moduleNames).map(([value, label]) => ({ value: Number(value), label: tr(label) }))
/** The control of a form's field that holds modules: `{ key: 'modules', control: modulesField('modules') }`. */
export const modulesField = (name: string) => (form: FormState, id: string) => (
  <Select
    id={id}
    mode="multiple"
    allowClear
    showSearch={byName}
    style={{ width: '100%' }}
    placeholder={t`训练内容`}
    value={Array.isArray(form.values[name]) ? form.values[name] : []}
    options={options()}
    onChange={(chosen: number[]) => form.set(name, chosen)}
  />
)
