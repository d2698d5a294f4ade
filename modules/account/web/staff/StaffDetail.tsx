/** A staff member: person, account, stores, employment status. */
import { Button, Checkbox, Modal, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { type StateOf, wordOf } from '#kernel/contract/index.ts'
import { Can, Facts, Form, Panel, Until, confirm, t, toast, tr, useCall, useSend, useWho, Act } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import type { AccountRole } from '../../contract/shapes.access.ts'
import type { StaffAccount } from '../../contract/shapes.staff.ts'
import { staffStates } from '../../contract/states.ts'
import { StandIn } from './StandIn.tsx'

const LISTS = [account['staff.accounts'], account['staff.list'], account['staff.by-clinic']]

/** The person. The role belongs to the account, so it is shown only with one. */
export function StaffForm({
  staff,
  roles,
  onDone,
  onLeave,
}: {
  staff?: StaffAccount
  roles: readonly AccountRole[]
  onDone?: (saved: StaffAccount) => void
  onLeave?: () => void
}) {
  const options = roles.map((r) => ({ value: r.roleId, label: tr(r.name) }))
  return (
    <Form
      of={account['staff.save']}
      initial={staff ?? { type: 1 }}
      {...(staff ? { fixed: { ctid: staff.ctid } } : { draft: 'staff' })}
      invalidates={LISTS}
      fields={[
        'name',
        'mobile',
        'type',
        { key: 'title', placeholder: t`如：主治医师` },
        { group: '执业资格', items: ['licenceNo', { key: 'licenceExpires', hint: t`到期前三个月起在列表中提醒` }] },
        'reachable',
        ...(staff?.uid
          ? [
              {
                group: '权限',
                items: [
                  { key: 'roleId' as const, label: '角色', options },
                  { key: 'validUntil' as const, hint: t`过了这一天不能再登录；留空为长期` },
                ],
              },
            ]
          : []),
      ]}
      onDone={(saved) => (toast(t`员工已保存`, 'ok'), onDone?.(saved))}
      {...(onLeave ? { onLeave } : {})}
    />
  )
}

export function StaffDetail({ ctid, hid, roles }: { ctid: number; hid: number; roles: readonly AccountRole[] }) {
  const list = useCall(account['staff.accounts'], { hid, per_page: 200 }, { live: ['account'] })
  const person = list.data?.list.find((s) => s.ctid === ctid)
  return (
    <Until of={list}>
      {person ? (
        <div className="staff-detail">
          <StaffForm key={`${person.ctid} ${person.uid ?? ''}`} staff={person} roles={roles} />
          <AccountPanel staff={person} roles={roles} />
          {person.uid && (
            <Can code="store:grant">
              <StoresPanel key={person.hids.join()} staff={person} />
            </Can>
          )}
          <StatusPanel staff={person} />
        </div>
      ) : (
        <p>{t`此员工不在本门店`}</p>
      )}
    </Until>
  )
}

const AccountFacts = ({ staff }: { staff: StaffAccount }) => (
  <Facts
    items={[
      ['账号', staff.account],
      ['角色', staff.roleName && tr(staff.roleName)],
      ['最近登录', staff.lastLogin],
      ['密码', staff.account ? (staff.mustChange ? t`首次登录时要改密码，七天内有效` : t`本人已设置`) : null],
    ]}
    columns={2}
  />
)

function AccountPanel({ staff, roles }: { staff: StaffAccount; roles: readonly AccountRole[] }) {
  const [making, setMaking] = useState(false)
  const { ctid: self } = useWho()
  const end = useSend(account['staff.end-sessions'], { onSuccess: () => toast(t`已全部下线`, 'ok') })
  const options = roles.map((r) => ({ value: r.code, label: tr(r.name) }))
  return (
    <Panel
      title={t`账号`}
      note={staff.account ? undefined : t`开通后才能登录`}
      actions={
        <>
          <StandIn uid={staff.uid} name={staff.name} />
          {staff.account && (
            <Button size="small" loading={end.isPending} onClick={() => end.mutate({ ctid: staff.ctid })}>{t`全部下线`}</Button>
          )}
          <Act
            size="small"
            type={staff.account ? 'default' : 'primary'}
            unless={staff.ctid === self && t`自己的密码在“我的账号”里修改`}
            onClick={() => setMaking(true)}
          >
            {staff.account ? t`重置密码` : t`开通账号`}
          </Act>
        </>
      }
    >
      <AccountFacts staff={staff} />
      <Modal
        open={making}
        title={staff.account ? t`重置 ${staff.name} 的密码` : t`给 ${staff.name} 开通账号`}
        footer={null}
        onCancel={() => setMaking(false)}
        destroyOnHidden
        width={520}
      >
        <Form
          of={account['staff.init-account']}
          fixed={{ ctid: staff.ctid }}
          initial={{ account: staff.account ?? staff.mobile ?? '', role: staff.role ?? 'reception' }}
          invalidates={LISTS}
          saveLabel={staff.account ? t`重置密码` : t`开通`}
          fields={[
            { key: 'account', span: 12 },
            { key: 'password', span: 12, hint: t`6 到 16 位。只用于第一次登录，之后必须修改` },
            { key: 'role', label: '角色', span: 12, options },
          ]}
          onDone={(saved) => (toast(t`账号 ${saved.account ?? ''} 已可登录，请把初始密码告诉本人`, 'ok'), setMaking(false))}
          onLeave={() => setMaking(false)}
        />
      </Modal>
    </Panel>
  )
}

/** Further stores; access changes with the next call. */
function StoresPanel({ staff }: { staff: StaffAccount }) {
  const { stores } = useWho()
  const [hids, setHids] = useState<readonly number[]>(staff.hids)
  const [everywhere, setEverywhere] = useState(staff.allStores ?? false)
  const save = useSend(account['staff.store-auth'], { invalidates: LISTS, onSuccess: () => toast(t`门店授权已保存，立即生效`, 'ok') })
  const changed = everywhere !== (staff.allStores ?? false) || [...hids].sort().join() !== [...staff.hids].sort().join()
  return (
    <Panel
      title={t`门店授权`}
      note={t`可进入 ${everywhere ? stores.length : hids.length} 家门店`}
      actions={
        <Act
          size="small"
          type="primary"
          unless={!changed && t`没有要保存的修改`}
          loading={save.isPending}
          onClick={() => save.mutate({ ctid: staff.ctid, hids: [...hids], allStores: everywhere })}
        >{t`保存授权`}</Act>
      }
    >
      <div className="panel-body staff-stores">
        <label className="staff-everywhere">
          <Switch size="small" checked={everywhere} onChange={setEverywhere} /> {t`全部门店，包括以后新开的`}
        </label>
        {stores.map((s) => (
          <Checkbox
            key={s.hid}
            disabled={everywhere || s.hid === staff.hid}
            checked={everywhere || hids.includes(s.hid)}
            onChange={(e) => setHids(e.target.checked ? [...hids, s.hid] : hids.filter((h) => h !== s.hid))}
          >
            {s.name}
            {s.hid === staff.hid && <small className="staff-title">{t`所属门店`}</small>}
          </Checkbox>
        ))}
      </div>
    </Panel>
  )
}

function StatusPanel({ staff }: { staff: StaffAccount }) {
  const { ctid: self } = useWho()
  const { is } = staffStates
  const options = {
    [is.working]: t`已启用`,
    [is.stopped]: t`已停用，不能再登录`,
    [is.left]: t`已登记离职`,
  } satisfies Record<StateOf<typeof staffStates>, string>
  const questions = {
    [is.working]: undefined,
    [is.stopped]: t`停用后 ${staff.name} 立即下线，不能再登录。确定停用吗？`,
    [is.left]: t`离职后 ${staff.name} 立即下线，名字仍留在以往的记录里。确定吗？`,
  } satisfies Record<StateOf<typeof staffStates>, string | undefined>
  const send = useSend(account['staff.status'], {
    invalidates: LISTS,
    onSuccess: (s) => toast(options[s.status], 'ok'),
  })
  const change = async (status: StateOf<typeof staffStates>) => {
    if (status === staff.status) return
    const question = questions[status]
    if (question && (await confirm({ message: question, danger: true })) === false) return
    send.mutate({ ctid: staff.ctid, status })
  }
  return (
    <Panel
      title={t`在职状态`}
      note={staff.ctid === self ? t`不能停用自己` : undefined}
      actions={
        <Segmented
          disabled={staff.ctid === self || send.isPending}
          aria-label={t`在职状态`}
          value={staff.status}
          options={Object.values(is).map((value) => ({ value, label: tr(wordOf(staffStates, value)) }))}
          onChange={(v) => void change(v)}
        />
      }
    >
      {null}
    </Panel>
  )
}
