/** Questions members asked, those of the store or of one member; asking and answering in a drawer. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge, Can, DataTable, Form, Link, confirm, t, toast, useCan, useSend, useWho, type TableColumn } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { Consultation } from '../../contract/shapes.record.ts'
import { PatientPicker } from '../picker/PatientPicker.tsx'

const stale = [patients['patients.consultation.list']]

export interface ConsultationsProps {
  pid?: number
  /** What the drawer shows: an existing question, or `new`. */
  open: Consultation | 'new' | undefined
  setOpen: (to: Consultation | 'new' | undefined) => void
  onTotal: (total: number) => void
}
export function Consultations({ pid, open, setOpen, onTotal }: ConsultationsProps) {
  const { hid } = useWho()
  const can = useCan()
  return (
    <>
      <DataTable
        of={patients['patients.consultation.list']}
        input={{ hid, ...(pid ? { pid } : {}) }}
        rowKey="id"
        live={['patients']}
        onTotal={onTotal}
        onOpen={setOpen}
        {...(can('patient:save') ? { onNew: () => setOpen('new') } : {})}
        columns={[columns.at, ...(pid ? [] : columns.whose), ...columns.rest]}
        filters={[
          ...(pid ? [] : (['name'] as const)),
          'topic',
          'open',
          { range: ['startDate', 'endDate'], label: '咨询时间', ...(pid ? { all: 'all that one member asked' } : {}) },
        ]}
        empty={{
          text: t`还没有咨询记录`,
          action: can('patient:save') && (
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setOpen('new')}>{t`记录咨询`}</Button>
          ),
        }}
      />
      <Drawer
        title={open === 'new' ? t`记录咨询` : open && t`${open.patientName}的咨询`}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        size={620}
        destroyOnHidden
      >
        {open && <Edit {...(pid ? { pid } : {})} of={open === 'new' ? undefined : open} done={() => setOpen(undefined)} />}
      </Drawer>
    </>
  )
}

const columns: Readonly<Record<'whose' | 'rest', ReadonlyArray<TableColumn<Consultation>>> & { at: TableColumn<Consultation> }> = {
  at: { key: 'at', sort: false, render: (r) => <span className="num">{r.at.slice(0, 16)}</span> },
  whose: [
    {
      key: 'patientName',
      sort: false,
      render: (r) => <Link to={`/patients/detail/${r.pid}/consultation`}>{r.patientName}</Link>,
    },
    { key: 'mobile', sort: false },
  ],
  rest: [
    { key: 'topic', sort: false },
    { key: 'way', sort: false },
    { key: 'question', sort: false, width: 280 },
    { key: 'answer', sort: false, width: 280, render: (r) => r.answer ?? <Badge tone="warn">{t`待答复`}</Badge> },
    { key: 'staffName', sort: false },
    { key: 'answeredName', sort: false },
  ],
}

function Edit({ pid, of: consultation, done }: { pid?: number; of: Consultation | undefined; done: () => void }) {
  const can = useCan()
  const [person, setPerson] = useState(pid ?? consultation?.pid)
  const remove = useSend(patients['patients.consultation.delete'], {
    invalidates: stale,
    onSuccess: () => (toast(t`已删除`, 'ok'), done()),
  })
  const ask = async () =>
    consultation && (await confirm({ message: t`删除这条咨询？`, danger: true, ok: t`删除` })) && remove.mutate({ id: consultation.id })
  return (
    <Form
      of={patients['patients.consultation.save']}
      fixed={{ ...(person ? { pid: person } : {}), ...(consultation ? { id: consultation.id, version: consultation.version } : {}) }}
      initial={consultation ?? { way: 1 }}
      draft={consultation ? `consultation-${consultation.id}` : 'consultation-new'}
      invalidates={stale}
      readOnly={!can('patient:save')}
      onLeave={done}
      fields={[
        ...(pid || consultation
          ? []
          : [
              {
                key: 'pid' as const,
                span: 12,
                control: (_: unknown, id: string) => <PatientPicker id={id} chosen={person} onChange={setPerson} autoFocus />,
              },
            ]),
        'topic',
        'way',
        { key: 'question', span: 12 },
        { key: 'answer', span: 12, hint: t`可以先不填，之后由医生或验光师答复` },
      ]}
      more={() =>
        consultation && (
          <Can code="patient:save">
            <Button danger loading={remove.isPending} onClick={() => void ask()}>{t`删除`}</Button>
          </Can>
        )
      }
      onDone={() => (toast(t`已保存`, 'ok'), done())}
    />
  )
}
