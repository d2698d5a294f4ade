/** The paper of another house, typed once: who issued it, when, its powers and a picture. Whoever signs it answers for it here. */
import { Drawer } from 'antd'
import { Upload } from 'lucide-react'
import { Form, t, useSend, type FormState, type FormRule } from '#kernel/web/index.ts'
import { examImages } from '#modules/exams/contract/images/endpoints.ts'
import { records } from '../../contract/endpoints.ts'
import { lineFindings } from '../../contract/prescription/line.checks.ts'
import type { Prescription } from '../../contract/shapes.ts'

const POWERS = ['ds', 'dc', 'ax', 'add', 'prism', 'base', 'pd', 'ph', 'va']
const rules: FormRule = (v) =>
  lineFindings(typeof v.kind === 'number' ? v.kind : 1, v).map((f) => ({
    field: f.field,
    sentence: f.sentence,
    kind: f.level === 'warn' ? 'ask' : 'wrong',
  }))
const stale = [records['prescription.list']]

interface Props {
  pid: number
  /** The draft that is changed; a new one without. */
  rx: Prescription | undefined
  open: boolean
  close: () => void
}
export function OutsideRx({ pid, rx, open, close }: Props) {
  const shared = {
    rules,
    invalidates: stale,
    before: (values: Record<string, unknown>, confirmed: readonly string[]) => ({ ...values, confirmed: [...confirmed] }),
    fields: [
      { key: 'issuer', span: 4 },
      { key: 'issuedOn', span: 4 },
      { key: 'kind', span: 4 },
      { eyes: POWERS, title: t`度数` },
      { key: 'fileId', span: 6, control: (form: FormState) => <Photo form={form} /> },
      { key: 'validUntil', span: 6, hint: t`不填：开方之日起 18 岁以下 6 个月，成人 12 个月` },
      { key: 'confirmReason', span: 6, hint: t`与本院当日验光相差过大时填写` },
      { key: 'note', span: 6 },
    ] as const,
    onDone: close,
    onLeave: close,
  }
  const [line] = rx?.list ?? []
  return (
    <Drawer title={rx ? t`修改外来处方` : t`录入外来处方`} open={open} onClose={close} size={900} destroyOnHidden>
      {rx ? (
        <Form
          {...shared}
          of={records['frame.rx-glasses.update']}
          fixed={{ id: rx.id, version: rx.version }}
          initial={{ ...line, ...rx.outside, note: rx.note, validUntil: rx.validUntil }}
        />
      ) : (
        <Form {...shared} of={records['frame.rx-glasses.create']} fixed={{ pid }} initial={{ kind: 1 }} draft={`outside-rx.${pid}`} />
      )}
    </Drawer>
  )
}

/** The picture of the paper; taken again, the later one is kept. */
function Photo({ form }: { form: FormState }) {
  const upload = useSend(examImages['common.images'], { onSuccess: ({ id }) => form.set('fileId', id) })
  return (
    <label className="btn">
      <Upload size={14} aria-hidden /> {form.values.fileId ? t`已上传，换一张` : t`上传处方照片`}
      <input
        type="file"
        hidden
        accept="image/*"
        aria-label={t`上传处方照片`}
        onChange={(e) => {
          const [file] = e.target.files ?? []
          if (file) upload.mutate({ file })
        }}
      />
    </label>
  )
}
