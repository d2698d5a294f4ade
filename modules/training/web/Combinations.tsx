/** Combinations of programs: what a fee group sells and a card is opened with. One in use is stopped, not deleted. */
import { Button, Drawer, InputNumber, Select } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { inUse } from '#kernel/contract/index.ts'
import {
  Can,
  DataTable,
  Form,
  Screen,
  Status,
  byName,
  confirm,
  t,
  toast,
  useCall,
  useCan,
  useSend,
  useWho,
  type FormState,
  type ListRowOf,
} from '#kernel/web/index.ts'
import { groups } from '#modules/billing/contract/endpoints.groups.ts'
import { training } from '../contract/endpoints.ts'
import { TrainCombination } from '../contract/shapes.ts'
import './combinations.css'

type Combination = ListRowOf<(typeof training)['train.combinations.list']>
type Arranged = Combination['trainPrograms'][number]
const stale = [training['train.combinations.list']]
const isOn = (row: Combination): boolean => row.status === inUse.is.on

export default function Combinations() {
  const { hid } = useWho()
  const can = useCan()('settings:edit')
  const [open, setOpen] = useState<Combination | 'new'>()
  const add = () => can && setOpen('new')
  return (
    <Screen
      fill
      note={t`一个组合按 12 周、其中每周最多的次数折算天数或次数`}
      actions={
        <Can code="settings:edit">
          <Button type="primary" icon={<Plus size={14} />} onClick={add}>
            {t`新增训练组合`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      <DataTable
        of={training['train.combinations.list']}
        input={{ hid }}
        rowKey="id"
        filters={['name', 'status', 'startonFlag']}
        onNew={add}
        columns={[
          { key: 'name', sort: false },
          { key: 'programNames', sort: false },
          {
            key: 'trainPrograms',
            title: '每周',
            sort: false,
            render: (row) => row.trainPrograms.map(({ minutes, perWeek }) => t`${minutes} 分 × ${perWeek} 次`).join('，') || '—',
          },
          { key: 'fgName', sort: false },
          { key: 'startonFlag', sort: false },
          { key: 'uses', sort: false },
          { key: 'status', sort: false, render: (row) => <Status of={inUse} value={row.status} /> },
        ]}
        {...(can ? { onOpen: setOpen, actions: (row: Combination) => <Acts of={row} /> } : {})}
        empty={{ text: t`还没有训练组合` }}
      />
      <Drawer
        title={open === 'new' ? t`新增训练组合` : open?.name}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        size={560}
        destroyOnHidden
      >
        {open !== undefined && <CombinationForm of={open === 'new' ? undefined : open} onDone={() => setOpen(undefined)} />}
      </Drawer>
    </Screen>
  )
}
function Acts({ of: row }: { of: Combination }) {
  const change = useSend(training['train.combinations.status'], { invalidates: stale, onSuccess: () => toast(t`已保存`, 'ok') })
  const drop = useSend(training['train.combinations.delete'], { invalidates: stale, onSuccess: () => toast(t`已删除`, 'ok') })
  const ask = async () => {
    if (await confirm({ message: t`删除训练组合“${row.name}”？`, danger: true })) drop.mutate({ id: row.id })
  }
  return (
    <>
      <Button
        size="small"
        loading={change.isPending}
        onClick={() => change.mutate({ id: row.id, status: isOn(row) ? inUse.is.off : inUse.is.on })}
      >
        {isOn(row) ? t`停用` : t`启用`}
      </Button>
      {row.uses === 0 && (
        <Button size="small" danger loading={drop.isPending} onClick={() => void ask()}>
          {t`删除`}
        </Button>
      )}
    </>
  )
}
function CombinationForm({ of: row, onDone }: { of: Combination | undefined; onDone: () => void }) {
  const { hid } = useWho()
  const sold = useCall(groups['feegroup.list'], { hid })
  const done = () => {
    toast(t`已保存`, 'ok')
    onDone()
  }
  const fields = [
    { key: 'name', span: 12 },
    {
      key: 'trainPrograms',
      span: 12,
      control: (form: FormState, id: string) => <Programs id={id} form={form} />,
    },
    { key: 'fgId', options: (sold.data?.list ?? []).map((g) => ({ value: g.fgid, label: g.name })), hint: t`收费时卖的套餐；可不填` },
    'startonFlag',
    'status',
  ] as const
  const common = { invalidates: stale, onDone: done, onLeave: onDone }
  return row ? (
    <Form
      of={training['train.combinations.update']}
      fixed={{ id: row.id, version: row.version }}
      initial={row}
      fields={fields}
      {...common}
    />
  ) : (
    <Form of={training['train.combinations.create']} fixed={{ hid }} fields={fields} {...common} />
  )
}
/** Programs of the store, each with its minutes and times a week. */
function Programs({ id, form }: { id: string; form: FormState }) {
  const { hid } = useWho()
  const programs = useCall(training['train.programme'], { hid })
  const chosen: readonly Arranged[] = TrainCombination.shape.trainPrograms.safeParse(form.values.trainPrograms).data ?? []
  const all = programs.data?.list ?? []
  const nameOf = (programId: number) => all.find((p) => p.id === programId)?.name ?? String(programId)
  const set = (next: readonly Arranged[]) => {
    form.set('trainPrograms', [...next])
    form.set(
      'programIds',
      next.map(({ programId }) => programId),
    )
  }
  const change = (programId: number, part: Partial<Arranged>) =>
    set(chosen.map((each) => (each.programId === programId ? { ...each, ...part } : each)))
  return (
    <div className="train-programs">
      <Select
        id={id}
        mode="multiple"
        showSearch={byName}
        style={{ width: '100%' }}
        placeholder={t`训练项目`}
        value={chosen.map(({ programId }) => programId)}
        options={all.map((p) => ({ value: p.id, label: p.name }))}
        onChange={(ids: number[]) =>
          set(
            ids.map((programId) => {
              const own = all.find((p) => p.id === programId)
              return chosen.find((c) => c.programId === programId) ?? { programId, minutes: own?.minutes ?? 15, perWeek: own?.perWeek ?? 3 }
            }),
          )
        }
      />
      {chosen.map(({ programId, minutes, perWeek }) => (
        <p key={programId}>
          <b>{nameOf(programId)}</b>
          <InputNumber
            aria-label={t`${nameOf(programId)} 每次分钟`}
            min={1}
            max={240}
            value={minutes}
            onChange={(to) => to && change(programId, { minutes: to })}
            suffix={t`分钟`}
          />
          <InputNumber
            aria-label={t`${nameOf(programId)} 每周次数`}
            min={1}
            max={21}
            value={perWeek}
            onChange={(to) => to && change(programId, { perWeek: to })}
            suffix={t`次/周`}
          />
        </p>
      ))}
    </div>
  )
}
