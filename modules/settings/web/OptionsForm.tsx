import { Form, Until, t, toast, useCall, useCan, useWho, type FormItem, type SentOf } from '#kernel/web/index.ts'
import { settings } from '../contract/endpoints.ts'

type Name = Exclude<keyof SentOf<(typeof settings)['settings.save']> & string, 'hid'>

/** Some of the store's choices as a form; the others stay as they are. */
export function OptionsForm({ fields }: { fields: ReadonlyArray<FormItem<Name>> }) {
  const { hid } = useWho()
  const may = useCan()('settings:edit')
  const info = useCall(settings['settings.info'], { id: hid })
  const shown = new Set(namesOf(fields))
  const initial = info.data && Object.fromEntries(Object.entries(info.data).filter(([k]) => shown.has(k)))
  return (
    <Until of={info}>
      <Form
        of={settings['settings.save']}
        fixed={{ hid }}
        initial={initial}
        fields={fields}
        readOnly={!may}
        invalidates={[settings['settings.info']]}
        onDone={() => toast(t`已保存`, 'ok')}
      />
    </Until>
  )
}
const namesOf = (items: ReadonlyArray<FormItem<Name>>): string[] =>
  items.flatMap((i) => {
    if (typeof i === 'string') return [i]
    if ('key' in i) return [i.key]
    return 'items' in i ? namesOf(i.items) : []
  })
