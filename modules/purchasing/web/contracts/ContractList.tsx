import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Screen, t, useCan, useSearch, type TableColumn } from '#kernel/web/index.ts'
import type { Tone } from '#kernel/contract/index.ts'
import { purchasing } from '../../contract/endpoints.ts'
import type { Contract, ContractRow } from '../../contract/shapes.ts'
import { contractStates } from '../../contract/states.ts'
import { ContractForm } from './ContractForm.tsx'
import { ContractView } from './ContractView.tsx'

const tones: Readonly<Record<number, Tone>> = { [contractStates.is.ending]: 'warn' }

/** Supplier contracts of the account's stores. */
export default function ContractList() {
  const can = useCan()
  const [search, setSearch] = useSearch()
  const [fresh, setFresh] = useState<Contract | 'new'>()
  const opened = Number(search.contract) || undefined
  const open = (id: number | undefined) => (setFresh(undefined), setSearch({ contract: id }))
  const begin = can('contract:edit') ? () => setFresh('new') : undefined
  return (
    <Screen
      fill
      actions={
        <Can code="contract:edit">
          <Button type="primary" icon={<Plus size={14} />} onClick={begin}>{t`新建合同`}</Button>
        </Can>
      }
    >
      <DataTable
        of={purchasing['contracts.list']}
        rowKey="contractId"
        live={['purchasing']}
        onOpen={(c) => open(c.contractId)}
        {...(begin ? { onNew: begin } : {})}
        columns={columns}
        filters={[{ key: 'text', width: 240 }, 'status']}
        rowTone={(c) => tones[c.status]}
        empty={{ text: t`还没有合同。登记价格、账期和到期日，入库与对账时自动核对` }}
      />
      <Drawer title={t`新建合同`} open={fresh !== undefined} onClose={() => setFresh(undefined)} size="min(1080px, 100vw)" destroyOnHidden>
        {fresh && (
          <ContractForm
            {...(fresh === 'new' ? {} : { copy: fresh })}
            onDone={(c) => open(c.contractId)}
            onLeave={() => setFresh(undefined)}
          />
        )}
      </Drawer>
      <Drawer title={t`合同`} open={opened !== undefined} onClose={() => open(undefined)} size="min(1080px, 100vw)" destroyOnHidden>
        {opened && (
          <ContractView id={opened} copy={(c) => (setSearch({ contract: undefined }), setFresh(c))} onLeave={() => open(undefined)} />
        )}
      </Drawer>
    </Screen>
  )
}

const columns: ReadonlyArray<TableColumn<ContractRow>> = [
  { key: 'contractNo', sort: false, render: (c) => <strong>{c.contractNo}</strong> },
  { key: 'name', sort: false },
  { key: 'supplierName', sort: false },
  { key: 'startsOn', sort: false },
  { key: 'endsOn', sort: false },
  { key: 'daysLeft', sort: false, render: (c) => (c.daysLeft < 0 ? '—' : c.daysLeft) },
  { key: 'paymentDays', sort: false },
  { key: 'creditLimit', sort: false },
  { key: 'priceLines', sort: false },
  { key: 'status', sort: false },
]
