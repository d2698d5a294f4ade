/** An application: the member, the question, in writing or at a free time, and what is sent with it. Everything newest is ticked. */
import { Checkbox, Select } from 'antd'
import { useEffect } from 'react'
import { Form, Until, t, toast, tr, useCall, useGo, type FormState } from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { remote } from '../contract/endpoints.ts'
import type { PackItem, Specialist } from '../contract/shapes.ts'

const WRITTEN = 1
const VIDEO = 0
export function Apply({ expert, pid, onDone }: { expert: Specialist; pid: number | undefined; onDone: () => void }) {
  const go = useGo()
  useEffect(() => {
    if (pid) toQuestion()
  }, [pid])
  return (
    <Form
      of={remote['telemedicine-subscribes.create']}
      draft={`remote-${expert.ctid}`}
      fixed={{ ctid: expert.ctid }}
      initial={{ mode: WRITTEN, urgency: 0, ...(pid ? { pid } : {}) }}
      invalidates={[remote['telemedicine-subscribes.list'], remote['specialist.list']]}
      saveLabel={t`发送申请`}
      onDone={() => {
        toast(t`已发送给 ${expert.name}`, 'ok')
        onDone()
        go('/medical/remote_reserve')
      }}
      fields={[
        {
          key: 'pid',
          span: 12,
          control: (form, id) => (
            <PatientPicker
              id={id}
              autoFocus={!pid}
              allowNew={false}
              chosen={idOf(form.values.pid)}
              onChange={(chosen) => {
                form.set('pid', chosen)
                if (chosen) toQuestion()
              }}
            />
          ),
        },
        { key: 'question', span: 12 },
        'mode',
        'urgency',
        {
          key: 'startAt',
          when: (values) => values.mode === VIDEO,
          control: (form, id) => <Slots form={form} id={id} ctid={expert.ctid} />,
        },
        { key: 'pack', span: 12, control: (form) => <Material form={form} /> },
      ]}
    />
  )
}
/** Once the member is known the question is what is left to write. */
const toQuestion = (): void => document.querySelector<HTMLElement>('[data-field="question"] textarea')?.focus()
const idOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Free times of the expert. */
function Slots({ form, id, ctid }: { form: FormState; id: string; ctid: number }) {
  const free = useCall(remote['specialist.slots'], { ctid }, { live: ['remote'] })
  const { startAt } = form.values
  return (
    <Select<string>
      id={id}
      style={{ width: '100%' }}
      loading={free.isLoading}
      value={typeof startAt === 'string' ? startAt : null}
      onChange={(moment) => form.set('startAt', moment)}
      options={(free.data?.list ?? []).map((s) => ({ value: s.startAt, label: `${s.startAt.slice(5, 16)}–${s.endAt.slice(11, 16)}` }))}
    />
  )
}

const keyOf = (item: Pick<PackItem, 'kind' | 'id'>): string => `${item.kind} ${item.id ?? ''}`
/** What of the member is sent. Once the member is known everything newest is ticked. */
function Material({ form }: { form: FormState }) {
  const pid = idOf(form.values.pid)
  const query = useCall(remote['telemedicine-subscribes.sendable'], { pid: pid ?? 0 }, { enabled: pid !== undefined })
  const list = query.data?.list
  const { set } = form
  const chosen: ReadonlyArray<Pick<PackItem, 'kind' | 'id'>> | undefined = Array.isArray(form.values.pack) ? form.values.pack : undefined
  useEffect(() => {
    if (list && chosen === undefined)
      set(
        'pack',
        list.map(({ kind, id }) => ({ kind, id })),
      )
  }, [list, chosen, set])
  if (pid === undefined) return <p>{t`请先选择会员`}</p>
  const ticked = new Set((chosen ?? []).map(keyOf))
  const toggle = (item: PackItem) =>
    set(
      'pack',
      (list ?? []).filter((each) => ticked.has(keyOf(each)) !== (keyOf(each) === keyOf(item))).map(({ kind, id }) => ({ kind, id })),
    )
  return (
    <Until of={query}>
      <div className="remote-material">
        {(list ?? []).map((item) => (
          <Checkbox key={keyOf(item)} checked={ticked.has(keyOf(item))} onChange={() => toggle(item)}>
            {tr(item.label)}
          </Checkbox>
        ))}
      </div>
    </Until>
  )
}
