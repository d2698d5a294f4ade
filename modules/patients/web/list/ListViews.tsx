/** Columns and saved lists of the member list. What is shown stands in the address, so a saved list is an address with a name. */
import { Button, Input, Popover } from 'antd'
import { Bookmark, Columns3, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fieldsOf, metaOf } from '#kernel/contract/index.ts'
import { Empty, Until, t, toast, tr, useCall, useSearch, useSend, Act } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { PatientRow } from '../../contract/shapes.ts'
import type { View } from '../../contract/upkeep/shapes.ts'

const REMEMBERED = 'mingmou.members.columns'
const titles: Readonly<Record<string, string>> = { birth: '年龄' }
const titleOf = (key: string): string => tr(titles[key] ?? metaOf(fieldsOf(PatientRow)[key]!).label ?? key)

/** Keys of the columns to show: those of the address, else those chosen last, else all that are usual. */
export function useColumns(usual: readonly string[]): { shown: readonly string[]; choose: (keys: readonly string[]) => void } {
  const [search, setSearch] = useSearch()
  const wanted = search.cols ?? localStorage.getItem(REMEMBERED)
  const shown = wanted?.split(',').filter((key) => fieldsOf(PatientRow)[key])
  const choose = (keys: readonly string[]) => {
    localStorage.setItem(REMEMBERED, keys.join(','))
    setSearch({ cols: keys.join(',') === usual.join(',') ? undefined : keys.join(',') })
  }
  return { shown: shown?.length ? shown : usual, choose }
}

/** Which columns; the number and the name are always there. */
export const ColumnChoice = ({
  all,
  shown,
  choose,
  usual,
}: {
  all: readonly string[]
  shown: readonly string[]
  usual: readonly string[]
  choose: (keys: readonly string[]) => void
}) => (
  <Popover
    trigger="click"
    placement="bottomRight"
    content={
      <div className="column-choice">
        {all.map((key) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={shown.includes(key)}
              onChange={(e) => choose(all.filter((k) => (k === key ? e.target.checked : shown.includes(k))))}
            />
            {titleOf(key)}
          </label>
        ))}
        <Button size="small" onClick={() => choose(usual)}>{t`恢复默认`}</Button>
      </div>
    }
  >
    <Button icon={<Columns3 size={14} />} aria-label={t`选择列`}>{t`列`}</Button>
  </Popover>
)

export function SavedViews() {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Views leave={() => setOpen(false)} />}
    >
      <Button icon={<Bookmark size={14} />}>{t`视图`}</Button>
    </Popover>
  )
}

const stale = [patients['patients.views']]
function Views({ leave }: { leave: () => void }) {
  const [search, setSearch] = useSearch()
  const views = useCall(patients['patients.views'], {})
  const remove = useSend(patients['patients.views.delete'], { invalidates: stale })
  const apply = (view: View) => {
    setSearch({ ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])), ...view.query }, true)
    leave()
  }
  return (
    <div className="saved-views">
      <Until of={views}>
        {views.data?.length ? (
          <ul>
            {views.data.map((view) => (
              <li key={view.id}>
                <button type="button" className="link" onClick={() => apply(view)}>
                  {view.name}
                </button>
                {view.isShared && <small className="soft">{view.isMine ? t`已共享` : t`他人共享`}</small>}
                {view.isMine && (
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={t`删除 ${view.name}`}
                    onClick={() => remove.mutate({ id: view.id })}
                  >
                    <Trash2 size={13} />
                  </button>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <Empty text={t`把常用的筛选和列保存成视图`} />
        )}
      </Until>
      <KeepForm />
    </div>
  )
}

/** The page is no part of a list. */
const PASSING = new Set(['page', 'size', 'new'])
/** Keeps what the list shows now, under a name. */
function KeepForm() {
  const [search] = useSearch()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const save = useSend(patients['patients.views.save'], {
    invalidates: stale,
    onSuccess: (view) => (toast(t`已保存视图“${view.name}”`, 'ok'), setName('')),
  })
  const keep = () => {
    const query = Object.fromEntries(Object.entries(search).filter(([key]) => !PASSING.has(key)))
    save.mutate({ name: name.trim(), query, columns: (search.cols ?? '').split(',').filter(Boolean), isShared })
  }
  return (
    <form onSubmit={(e) => (e.preventDefault(), name.trim() && keep())}>
      <Input
        size="small"
        aria-label={t`视图名称`}
        placeholder={t`给当前列表起个名称`}
        maxLength={30}
        value={name}
        onChange={(e) => setName(e.target.value)}
      />
      <label>
        <input type="checkbox" checked={isShared} onChange={(e) => setShared(e.target.checked)} />
        {t`全员可见`}
      </label>
      <Act
        size="small"
        type="primary"
        htmlType="submit"
        loading={save.isPending}
        unless={!name.trim() && t`请先填写名称`}
      >{t`保存当前列表`}</Act>
    </form>
  )
}
