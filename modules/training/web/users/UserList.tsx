/**
 * Users of one brand: card, last session, adherence, trend; what is done with a card opens beside the list. Six screens are this one, by
 * the last word of their path.
 */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  Age,
  Can,
  DataTable,
  Form,
  Link,
  Screen,
  t,
  toast,
  today,
  tr,
  useCan,
  useScreen,
  useWho,
  type TableColumn,
  type ListRowOf,
} from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { brandNames, type BrandCode } from '../../contract/brands.ts'
import { training } from '../../contract/endpoints.ts'
import { CardLeft, DayBlocks, TrendCell } from '../pieces.tsx'
import { LIVE, stale } from '../stale.ts'
import { BrandForm } from './BrandForm.tsx'
import { CardDrawer } from './CardDrawer.tsx'

export type User = ListRowOf<(typeof training)['train.sdx-users.list']>
const isBrand = (word: string | undefined): word is BrandCode => word !== undefined && Object.hasOwn(brandNames, word)

const columns: ReadonlyArray<TableColumn<User>> = [
  {
    key: 'name',
    sort: false,
    render: (r) => (
      <>
        <strong>{r.name}</strong> <span className="soft">{r.birth && <Age birth={r.birth} />}</span>
      </>
    ),
  },
  {
    key: 'patientName',
    sort: false,
    render: (r) =>
      r.pid ? <Link to={`/patients/detail/${r.pid}/train`}>{r.patientName}</Link> : <span className="soft">{t`未对应`}</span>,
  },
  { key: 'mobile', sort: false },
  { key: 'purpose', sort: false },
  { key: 'left', sort: false, render: (r) => <CardLeft left={r.left} unit={r.unit} endsOn={r.endsOn} today={today()} /> },
  { key: 'status', sort: false },
  { key: 'endsOn', sort: false },
  { key: 'lastDone', sort: false },
  { key: 'adherence', title: '近 14 天', sort: false, width: 190, render: (r) => (r.trend ? <DayBlocks of={r.trend} /> : '—') },
  { key: 'trend', title: '走势', sort: false, width: 230, render: (r) => <TrendCell of={r.trend} /> },
]
export default function UserList() {
  const { hid } = useWho()
  const can = useCan()
  const last = useScreen()?.path.split('/').at(-1)
  const brand = isBrand(last) ? last : 'sdx'
  const [total, setTotal] = useState<number>()
  const [open, setOpen] = useState<User>()
  const [adding, setAdding] = useState<'user' | 'brand'>()
  const add = () => can('train:edit') && setAdding('user')
  return (
    <Screen
      fill
      note={total !== undefined && t`${total} 位`}
      actions={
        <>
          <Can code="train:brand">
            <Button onClick={() => setAdding('brand')}>{t`品牌和价格`}</Button>
          </Can>
          <Can code="train:edit">
            <Button type="primary" icon={<Plus size={14} />} onClick={add}>
              {t`新增训练用户`} <kbd>n</kbd>
            </Button>
          </Can>
        </>
      }
    >
      <DataTable
        key={brand}
        of={training['train.sdx-users.list']}
        input={{ hid, brand }}
        rowKey="id"
        live={LIVE}
        onTotal={setTotal}
        onNew={add}
        onOpen={setOpen}
        filters={['name', 'status', 'purpose', 'leftMax']}
        columns={columns}
        empty={{ text: t`还没有${tr(brandNames[brand])}的用户` }}
      />
      <CardDrawer of={open} onClose={() => setOpen(undefined)} />
      <Drawer title={t`新增训练用户`} open={adding === 'user'} onClose={() => setAdding(undefined)} size={460} destroyOnHidden>
        <NewUser brand={brand} onDone={() => setAdding(undefined)} />
      </Drawer>
      <Drawer title={t`品牌和价格`} open={adding === 'brand'} onClose={() => setAdding(undefined)} size={460} destroyOnHidden>
        <BrandForm brand={brand} onDone={() => setAdding(undefined)} />
      </Drawer>
    </Screen>
  )
}

function NewUser({ brand, onDone }: { brand: BrandCode; onDone: () => void }) {
  const who = useWho()
  const maps = who.hospitalSettings?.sdxMappingAuth === true
  return (
    <Form
      of={training['train.sdx-users.create']}
      fixed={{ hid: who.hid, brand }}
      initial={{ purpose: 0, isAddWechat: false }}
      invalidates={stale}
      fields={[
        { key: 'name', span: 12 },
        'mobile',
        'birth',
        'purpose',
        'isAddWechat',
        ...(maps
          ? [
              {
                key: 'pid' as const,
                label: '会员',
                span: 12,
                control: (form: { values: { pid?: unknown }; set: (key: 'pid', value: number | undefined) => void }, id: string) => (
                  <PatientPicker
                    id={id}
                    chosen={typeof form.values.pid === 'number' ? form.values.pid : undefined}
                    onChange={(pid) => form.set('pid', pid)}
                  />
                ),
              },
            ]
          : []),
      ]}
      onDone={() => (toast(t`训练用户已保存`, 'ok'), onDone())}
      onLeave={onDone}
    />
  )
}
