/** Articles: in the order readers see them, written beside what may not be said and what the phone shows. */
import { Button, Input } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, Empty, Screen, Until, confirm, t, useCall, useLetters, useSearch, useWho } from '#kernel/web/index.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { ContentEditor } from './ContentEditor.tsx'
import { ContentRail } from './ContentRail.tsx'
import '../campaigns.css'

export default function Contents() {
  const who = useWho()
  const [search, setSearch] = useSearch()
  const [dirty, setDirty] = useState(false)
  const list = useCall(campaigns['content-manage.weight-list'], { hid: who.hid }, { live: ['campaigns'] })
  const up = list.data?.list ?? []
  const down = list.data?.down ?? []
  const isNew = search.new === '1'
  const chosen = isNew ? 0 : Number(search.id) || up[0]?.contentId || down[0]?.contentId || 0
  const info = useCall(campaigns['content-manage.get'], { id: chosen }, { enabled: chosen > 0 })
  const leave = async (go: () => void) => {
    if (!dirty || (await confirm({ message: t`这篇还没存，离开后改动会丢。`, danger: true }))) {
      setDirty(false)
      go()
    }
  }
  const open = (contentId: number) => void leave(() => setSearch({ id: contentId, new: undefined }))
  const begin = () => void leave(() => setSearch({ id: undefined, new: 1 }))
  useLetters({ n: begin })
  return (
    <Screen
      fill
      note={list.data && t`${up.length} 篇在架，${down.filter((d) => d.submittedAt).length} 篇待审核`}
      actions={<Actions title={search.title ?? ''} onFilter={(title) => setSearch({ title: title || undefined })} onNew={begin} />}
    >
      <Until of={list}>
        <div className="content-page">
          <ContentRail up={up} down={down} text={search.title ?? ''} chosen={chosen} onOpen={open} />
          {isNew && <ContentEditor key="new" item={undefined} onDirty={setDirty} onMade={(id) => setSearch({ id, new: undefined })} />}
          {!isNew && chosen > 0 && (
            <Until of={info}>
              {info.data && (
                <ContentEditor
                  key={`${chosen}-${info.data.version}`}
                  item={info.data}
                  onDirty={setDirty}
                  onMade={(id) => setSearch({ id })}
                />
              )}
            </Until>
          )}
          {!isNew && chosen === 0 && <Empty text={t`还没有内容`} />}
        </div>
      </Until>
    </Screen>
  )
}

const Actions = ({ title, onFilter, onNew }: { title: string; onFilter: (title: string) => void; onNew: () => void }) => (
  <>
    <Input.Search
      allowClear
      style={{ width: 180 }}
      placeholder={t`筛选标题`}
      aria-label={t`筛选标题`}
      defaultValue={title}
      onSearch={onFilter}
    />
    <Can code="content:edit">
      <Button type="primary" icon={<Plus size={15} />} onClick={onNew}>
        {t`新建内容`} <kbd>n</kbd>
      </Button>
    </Can>
  </>
)
