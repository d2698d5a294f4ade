/** Rows that people type into a register: a new one, one that puts another right, and the file of a logger. */
import { Button, Drawer, Modal } from 'antd'
import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { clinicNow } from '#kernel/contract/index.ts'
import { Can, Form, t, toast, useCall, useWho, Until, type FormItem } from '#kernel/web/index.ts'
import { FamilyForm, FamilyList } from '#kernel/web/family/FamilyList.tsx'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { useWarehouses } from '#modules/stock/web/door.tsx'
import { gsp } from '../contract/endpoints.ts'
import families from '../contract/families.ts'
import type { ImportedClimate } from '../contract/climate.ts'
import { typed } from '../contract/registers.ts'

export type TypedName = keyof typeof typed
const also = [gsp['gsp.register'], gsp['gsp.registers']]

/** Buttons above a register people type. */
export function TypedActions({ register }: { register: TypedName }) {
  const [limits, setLimits] = useState(false)
  const [fresh, setFresh] = useState(false)
  const [file, setFile] = useState(false)
  return (
    <>
      {register === 'climate' && <Button onClick={() => setLimits(true)}>{t`温湿度范围`}</Button>}
      <Drawer title={t`温湿度范围`} open={limits} onClose={() => setLimits(false)} size="min(760px, 100vw)" destroyOnHidden>
        <Limits />
      </Drawer>
      <Can code="gsp:edit">
        {register === 'climate' && <Button icon={<FileUp size={14} />} onClick={() => setFile(true)}>{t`导入记录仪`}</Button>}
        <Button type="primary" icon={<Plus size={14} />} onClick={() => setFresh(true)}>{t`填写一条`}</Button>
        <Modal title={t`填写一条`} open={fresh} onCancel={() => setFresh(false)} footer={null} width={640} destroyOnHidden>
          <TypedForm register={register} initial={{ at: clinicNow().slice(0, 16) }} close={() => setFresh(false)} />
        </Modal>
        <Modal title={t`导入记录仪`} open={file} onCancel={() => setFile(false)} footer={null} width={560} destroyOnHidden>
          <LoggerFile close={() => setFile(false)} />
        </Modal>
      </Can>
    </>
  )
}

/** The limits of each warehouse; where there are none, 0–30 ℃ and 35–75 % hold. */
function Limits() {
  const warehouse = { key: 'warehouseId', span: 12, options: useWarehouses() } as const
  return (
    <FamilyList
      families={families}
      calls={gsp}
      name="gsp-limits"
      fields={[warehouse, half('tempMin'), half('tempMax'), half('humidityMin'), half('humidityMax')]}
      title={t`每个仓库的范围`}
      note={t`没有设置的仓库按 0–30 ℃、35–75 %`}
      also={also}
    />
  )
}

function LoggerFile({ close }: { close: () => void }) {
  const { hid } = useWho()
  return (
    <Form
      of={gsp['gsp.climate-import']}
      fixed={{ hid }}
      fields={[
        { key: 'warehouseId', span: 12, options: useWarehouses() },
        { key: 'file', span: 12, hint: t`CSV 或 Excel，应有 时间、温度、湿度 三列` },
        { key: 'action', span: 12, hint: t`超出范围的读数怎样处理` },
      ]}
      invalidates={also}
      onDone={(r: ImportedClimate) => (toast(t`新增 ${r.added} 条，已有 ${r.known} 条，超出范围 ${r.beyond} 条`, 'ok'), close())}
      onLeave={close}
    />
  )
}

/** A row that was typed, as it puts itself right: the same facts to begin with. */
export function Amend({ register, id, close }: { register: TypedName; id: number; close: () => void }) {
  const before = useCall(gsp[`${typed[register]}.get`], { id })
  return (
    <Until of={before}>{before.data && <TypedForm register={register} initial={{ ...before.data, correctsId: id }} close={close} />}</Until>
  )
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
interface FormProps {
  register: TypedName
  initial: object
  close: () => void
}
const goods: FormItem<'productId'> = {
  key: 'productId',
  span: 6,
  control: (form) => (
    <ProductPicker
      chosen={numberIn(form.values.productId)}
      services={false}
      onChange={(p) => form.set('productId', p?.productId ?? null)}
    />
  ),
}
const member: FormItem<'pid'> = {
  key: 'pid',
  span: 6,
  control: (form, id) => <PatientPicker id={id} chosen={numberIn(form.values.pid)} onChange={(pid) => form.set('pid', pid)} />,
}
const whole = <K extends string>(key: K) => ({ key, span: 12 }) as const
const half = <K extends string>(key: K) => ({ key, span: 6 }) as const
const action = whole('action')
const checks = [half('pieces'), half('result'), { key: 'finding', span: 12 }, action] as const
const event = [
  half('kind'),
  half('at'),
  half('harm'),
  member,
  goods,
  half('batchNo'),
  whole('description'),
  whole('handling'),
  half('reportNo'),
  half('reportedOn'),
] as const
const equipment = [
  half('name'),
  half('serial'),
  half('kind'),
  half('at'),
  half('result'),
  action,
  half('certificate'),
  half('nextOn'),
] as const
const training = [whole('topic'), half('at'), half('hours'), half('trainer'), half('nextOn'), whole('attendees'), whole('result')] as const
function TypedForm({ register, ...more }: FormProps) {
  const warehouse = { key: 'warehouseId', span: 6, options: useWarehouses() } as const
  const common = { families, calls: gsp, also, ...more }
  switch (register) {
    case 'climate':
      return <FamilyForm {...common} name="gsp-climate" fields={[warehouse, half('at'), half('temperature'), half('humidity'), action]} />
    case 'upkeep':
      return <FamilyForm {...common} name="gsp-upkeep" fields={[warehouse, half('at'), goods, half('batchNo'), ...checks]} />
    case 'adverse':
      return <FamilyForm {...common} name="gsp-adverse" fields={event} />
    case 'equipment':
      return <FamilyForm {...common} name="gsp-equipment" fields={equipment} />
    case 'training':
      return <FamilyForm {...common} name="gsp-training" fields={training} />
  }
}
