import { Form, Until, t, toast, useCall, useCan, useWho, type FormItem, type SentOf } from '#kernel/web/index.ts'
import { settings } from '../contract/endpoints.ts'

type Name = Exclude<keyof SentOf<(typeof settings)['settings.save']> & string, 'hid'>

/** A form of some options of the store; others stay unchanged. */
export function OptionsForm({ fields }: { fields: ReadonlyArray<FormItem<Name>> }) {
  const { hid } = useWho()
  const mayEdit = useCan()('settings:edit')
  const info = useCall(settings['settings.info'], { id: hid })
  const names = new Set(namesOf(fields))
  const initial = info.data && Object.fromEntries(Object.entries(info.data).filter(([k]) => names.has(k)))
  return (
    <Until of={info}>
      <Form
        of={settings['settings.save']}
        fixed={{ hid }}
        initial={initial}
        fields={fields}
        readOnly={!mayEdit}
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
