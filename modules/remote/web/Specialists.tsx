/**
 * Experts as cards with their next free time; an application is a member, a question and Enter. The manager names and changes them here.
 */
import './remote.css'
import { Button, Modal } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { inUse } from '#kernel/contract/index.ts'
import {
  Act,
  Badge,
  Can,
  Empty,
  Form,
  Money,
  Screen,
  Until,
  confirm,
  t,
  useCall,
  useHolds,
  useLetters,
  useSearch,
  useSend,
  useWho,
} from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { remote } from '../contract/endpoints.ts'
import type { Specialist } from '../contract/shapes.ts'
import { Apply } from './Apply.tsx'

/** Keys that ask the first nine experts. */
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const LIST = [remote['specialist.list']]
const FIELDS = ['title', 'hospital', 'skills', 'intro', 'minutes', 'fee', 'slots', 'status'] as const
export default function Specialists() {
  const holds = useHolds()
  const [search, change] = useSearch()
  const query = useCall(
    remote['specialist.list'],
    { page_num: 1, page_size: 0, withStopped: holds('specialist:edit') },
    { live: ['remote'] },
  )
  const [editing, setEditing] = useState<Specialist | 'new'>()
  const list = query.data?.list ?? []
  const expert = list.find((e) => e.ctid === Number(search.expert))
  const apply = (e: Specialist | undefined) => e?.status === inUse.is.on && holds('remote:apply') && change({ expert: e.ctid })
  useLetters(Object.fromEntries(DIGITS.map((digit, i) => [digit, () => apply(list[i])])))
  return (
    <Screen
      of={query}
      note={t`${list.length} 位专家`}
      actions={
        <Can code="specialist:edit">
          <Button icon={<Plus size={14} />} onClick={() => setEditing('new')}>{t`新增专家`}</Button>
        </Can>
      }
    >
      <Until of={query}>
        {list.length === 0 && <Empty text={t`还没有远程专家，由店长添加`} />}
        <ul className="remote-experts">
          {list.map((e, i) => (
            <Card key={e.id} of={e} digit={DIGITS[i]} onApply={() => apply(e)} onEdit={() => setEditing(e)} />
          ))}
        </ul>
      </Until>
      <Modal
        open={expert !== undefined}
        title={expert && t`申请 ${expert.name} 会诊`}
        footer={null}
        width={720}
        onCancel={() => change({ expert: undefined })}
        destroyOnHidden
      >
        {expert && (
          <Apply expert={expert} pid={Number(search.pid) || undefined} onDone={() => change({ expert: undefined, pid: undefined })} />
        )}
      </Modal>
      <Editing of={editing} onDone={() => setEditing(undefined)} />
    </Screen>
  )
}
/** Naming an expert, or changing one. */
function Editing({ of: expert, onDone }: { of: Specialist | 'new' | undefined; onDone: () => void }) {
  return (
    <Modal
      open={expert !== undefined}
      title={expert === 'new' ? t`新增专家` : t`修改专家`}
      footer={null}
      width={720}
      onCancel={onDone}
      destroyOnHidden
    >
      {expert === 'new' && <NewExpert onDone={onDone} />}
      {expert !== undefined && expert !== 'new' && (
        <Form
          of={remote['specialist.update']}
          fixed={{ ctid: expert.ctid, version: expert.version }}
          initial={expert}
          fields={FIELDS}
          invalidates={LIST}
          onDone={onDone}
        />
      )}
    </Modal>
  )
}
function NewExpert({ onDone }: { onDone: () => void }) {
  const { hid } = useWho()
  const staff = useCall(account['staff.by-clinic'], { hid }, { stale: 300_000 })
  return (
    <Form
      of={remote['specialist.create']}
      fields={[{ key: 'ctid', options: (staff.data?.list ?? []).map((c) => ({ value: c.ctid, label: c.name })) }, ...FIELDS]}
      initial={{ minutes: 20, fee: 100, status: inUse.is.on, slots: [] }}
      invalidates={LIST}
      onDone={onDone}
    />
  )
}

function Card({
  of: expert,
  digit,
  onApply,
  onEdit,
}: {
  of: Specialist
  digit: string | undefined
  onApply: () => void
  onEdit: () => void
}) {
  const remove = useSend(remote['specialist.delete'], { invalidates: LIST })
  const drop = async () => {
    if (await confirm({ message: t`从专家名单移除 ${expert.name}？`, danger: true })) remove.mutate({ id: expert.id })
  }
  const stopped = expert.status !== inUse.is.on
  return (
    <li className="panel remote-expert">
      <h3>
        {expert.name} <small>{expert.title}</small> {stopped && <Badge>{t`停用`}</Badge>}
      </h3>
      <p>{expert.hospital}</p>
      <p className="remote-skills">{expert.skills}</p>
      <p className="num">
        {expert.nextSlot ? t`最近可约 ${expert.nextSlot.slice(5, 16)}` : t`一个月内没有空闲时段`} · {t`房间 ${expert.roomId}`} ·{' '}
        <Money of={expert.fee} />
      </p>
      <div className="remote-moves">
        <Can code="remote:apply">
          <Act type="primary" unless={stopped && t`这位专家已停用`} onClick={onApply}>
            {t`申请会诊`} {digit && <kbd>{digit}</kbd>}
          </Act>
        </Can>
        <Can code="specialist:edit">
          <Button onClick={onEdit}>{t`修改`}</Button>
          <Act
            danger
            type="text"
            unless={expert.open > 0 && t`还有 ${expert.open} 个会诊未结束`}
            onClick={() => void drop()}
          >{t`移除`}</Act>
        </Can>
      </div>
    </li>
  )
}
