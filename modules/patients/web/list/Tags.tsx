/** Tags of members: on the page of one, and given to the ones ticked in a list. */
import { Button, Popover, Select } from 'antd'
import { Tags as TagsIcon } from 'lucide-react'
import { useState } from 'react'
import { byName, Badge, Can, t, toast, useSend, useWho, Act } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { PatientIndex } from '../../contract/shapes.ts'
import { useTags } from './choices.ts'

const stale = [patients['patients.index'], patients['patients.list']]

/** The member's tags, and choosing them. */
export function MemberTags({ of: member }: { of: PatientIndex }) {
  const { hid } = useWho()
  const options = useTags(hid)
  const now = member.tags.map((tag) => tag.id)
  const send = useSend(patients['patients.tags'], { invalidates: stale })
  const choose = (next: number[]) =>
    send.mutate({ pids: [member.pid], add: next.filter((id) => !now.includes(id)), remove: now.filter((id) => !next.includes(id)) })
  const choices = [
    ...options,
    ...member.tags.filter((tag) => !options.some((o) => o.value === tag.id)).map((tag) => ({ value: tag.id, label: tag.name })),
  ]
  return (
    <span className="member-tags">
      {member.tags.map((tag) => (
        <Badge key={tag.id} tone="info">
          {tag.name}
        </Badge>
      ))}
      <Can code="patient:save">
        <Popover
          trigger="click"
          placement="bottomRight"
          destroyOnHidden
          content={
            <Select
              mode="multiple"
              aria-label={t`标签`}
              style={{ width: 260 }}
              placeholder={t`选择标签`}
              notFoundContent={t`还没有标签。在系统设置中添加`}
              showSearch={byName}
              loading={send.isPending}
              value={now}
              options={choices}
              onChange={choose}
            />
          }
        >
          <Button icon={<TagsIcon size={14} />}>{t`标签`}</Button>
        </Popover>
      </Can>
    </span>
  )
}

/** Gives tags to many, or takes them away. */
export function TagMany({ pids, done }: { pids: readonly number[]; done: () => void }) {
  const { hid } = useWho()
  const options = useTags(hid)
  const [chosen, setChosen] = useState<number[]>([])
  const send = useSend(patients['patients.tags'], {
    invalidates: stale,
    onSuccess: ({ added, removed }) => (toast(added || !removed ? t`已加上 ${added} 个标签` : t`已去掉 ${removed} 个标签`, 'ok'), done()),
  })
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={
        <div className="saved-views">
          <Select
            mode="multiple"
            aria-label={t`标签`}
            style={{ width: '100%' }}
            placeholder={t`选择标签`}
            notFoundContent={t`还没有标签。在系统设置中添加`}
            showSearch={byName}
            value={chosen}
            options={options}
            onChange={setChosen}
          />
          <footer className="merge-foot">
            <Act
              size="small"
              unless={!chosen.length && t`请先选择标签`}
              loading={send.isPending}
              onClick={() => send.mutate({ pids: [...pids], remove: chosen })}
            >{t`去掉`}</Act>
            <Act
              size="small"
              type="primary"
              unless={!chosen.length && t`请先选择标签`}
              loading={send.isPending}
              onClick={() => send.mutate({ pids: [...pids], add: chosen })}
            >{t`加上`}</Act>
          </footer>
        </div>
      }
    >
      <Button icon={<TagsIcon size={14} />}>{t`标签`}</Button>
    </Popover>
  )
}
