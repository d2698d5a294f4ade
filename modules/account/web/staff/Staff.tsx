/** Staff of the store: people, accounts, roles, stores, licences. */
import { Button, Drawer } from 'antd'
import { Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { metaOf, type Tone } from '#kernel/contract/index.ts'
import { Badge, Can, DataTable, Screen, Status, t, tr, useCall, useGo, useSearch, useWho, type TableColumn } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import { licenceState, type StaffAccount } from '../../contract/shapes.staff.ts'
import { StaffDetail, StaffForm } from './StaffDetail.tsx'
import { staffStates, accountStates, staffLicence } from '../../contract/states.ts'
import '../access/access.css'

const CALLS = account['staff.accounts']

/** A licence that expired or expires soon. */
const pressing: Readonly<Record<number, Tone>> = { [staffLicence.is.expired]: 'bad', [staffLicence.is.ending]: 'warn' }

export default function Staff() {
  const { hid } = useWho()
  const go = useGo()
  const [search, setSearch] = useSearch()
  const [total, setTotal] = useState<number>()
  const [fresh, setFresh] = useState(false)
  const roles = useCall(account['roles.list'], {}, { stale: 60_000 })
  const opened = Number(search.staff) || undefined
  const open = (ctid: number | undefined) => setSearch({ staff: ctid })
  return (
    <Screen
      fill
      note={total !== undefined && t`${total} 人`}
      actions={
        <>
          <Can code="role:edit">
            <Button icon={<ShieldCheck size={14} />} onClick={() => go('/settings/auth')}>{t`角色和权限`}</Button>
          </Can>
          <Button type="primary" icon={<Plus size={14} />} onClick={() => setFresh(true)}>{t`新建员工`}</Button>
        </>
      }
    >
      <DataTable
        of={CALLS}
        input={{ hid }}
        rowKey="ctid"
        live={['account']}
        pageSize={50}
        onTotal={setTotal}
        onNew={() => setFresh(true)}
        onOpen={(s: StaffAccount) => open(s.ctid)}
        columns={columns}
        filters={[
          { key: 'text', width: 220 },
          { key: 'type' },
          { key: 'status' },
          { key: 'roleId', label: '角色', options: (roles.data ?? []).map((r) => ({ value: r.roleId, label: r.name })) },
          { key: 'licenceState', width: 130 },
        ]}
        rowTone={toneOf}
        empty={{
          text: t`还没有员工。先登记姓名和岗位，再给他开通账号`,
          action: <Button type="primary" onClick={() => setFresh(true)}>{t`新建员工`}</Button>,
        }}
      />
      <Drawer title={t`新建员工`} open={fresh} onClose={() => setFresh(false)} size={680} destroyOnHidden>
        <StaffForm roles={[]} onDone={(s) => (setFresh(false), open(s.ctid))} onLeave={() => setFresh(false)} />
      </Drawer>
      <Drawer title={t`员工`} open={opened !== undefined} onClose={() => open(undefined)} size={760} destroyOnHidden>
        {opened && <StaffDetail ctid={opened} hid={hid} roles={roles.data ?? []} />}
      </Drawer>
    </Screen>
  )
}

const columns: ReadonlyArray<TableColumn<StaffAccount>> = [
  {
    key: 'name',
    sort: false,
    render: (s) => (
      <span>
        <strong>{s.name}</strong>
        {s.title ? <small className="staff-title">{tr(s.title)}</small> : null}
      </span>
    ),
  },
  { key: 'type', sort: false },
  { key: 'mobile', sort: false },
  { key: 'account', sort: false, render: (s) => <Account staff={s} /> },
  { key: 'roleName', sort: false, render: (s) => (s.roleName ? tr(s.roleName) : '—') },
  { key: 'storeNames', sort: false, render: (s) => (s.allStores ? t`全部门店` : s.storeNames.join('、')) },
  { key: 'licenceNo', sort: false, render: (s) => (s.licenceNo ? <span title={s.licenceExpires ?? ''}>{s.licenceNo}</span> : '—') },
  { key: 'licenceState', sort: false, render: (s) => <Status of={metaOf(licenceState)} value={s.licenceState} /> },
  { key: 'lastLogin', sort: false, render: (s) => s.lastLogin?.slice(0, 16) ?? '—' },
  { key: 'status', sort: false },
]

/** Account of a staff member: grey when closed, marked while a new password is pending. */
const Account = ({ staff: s }: { staff: StaffAccount }) => {
  if (!s.account) return <span className="staff-off">{t`未开通`}</span>
  return (
    <span className={s.accountStatus === accountStates.is.off ? 'staff-off' : ''}>
      {s.account}
      {s.validUntil && <small className="staff-title">{t`至 ${s.validUntil}`}</small>}
      {s.mustChange && (
        <>
          {' '}
          <Badge tone="warn">{t`待改密码`}</Badge>
        </>
      )}
    </span>
  )
}

/** Working staff with an expired or soon expiring licence. */
const toneOf = (s: StaffAccount) => (s.status === staffStates.is.working ? pressing[s.licenceState] : undefined)
