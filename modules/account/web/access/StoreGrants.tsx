import { Button, Select } from 'antd'
import { useMemo } from 'react'
import { byName, Can, Until, confirm, t, toast, tr, useCall, useSearch, useSend, useWho } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import { editions } from '#modules/institution/contract/editions.ts'
import { Boxes } from './Boxes.tsx'
import { learnLabels } from './Tree.tsx'

/** Screens and permissions granted to the stores of the organisation. */
export function StoreGrants() {
  const who = useWho()
  const [search, setSearch] = useSearch()
  const hid = who.stores.find((s) => String(s.hid) === search.store)?.hid ?? who.hid
  const tree = useCall(account['menu.tree'], { hid })
  const sections = useMemo(() => (learnLabels(tree.data ?? []), tree.data ?? []), [tree.data])
  const elements = sections.flatMap((s) => s.children).flatMap((n) => n.elements)
  const granted = new Set(elements.filter((e) => e.granted).map((e) => e.code))
  const pages = sections.flatMap((s) => s.children).filter((n) => n.path !== null)
  const offered = new Set(pages.filter((n) => n.offered).map((n) => n.path!))
  return (
    <>
      <Can code="account:edition">
        <Demote hid={hid} name={who.stores.find((s) => s.hid === hid)?.name ?? ''} />
      </Can>
      <Select
        aria-label={t`门店`}
        style={{ width: 260 }}
        value={hid}
        showSearch={byName}
        options={who.stores.map((s) => ({ value: s.hid, label: s.name }))}
        onChange={(to) => setSearch({ store: to }, true)}
      />
      <Until of={tree}>
        <div className="auth two">
          <Boxes
            key={hid}
            title={who.stores.find((s) => s.hid === hid)?.name ?? ''}
            note={t`已开通 ${offered.size} / ${pages.length} 个页面，${granted.size} / ${elements.length} 项权限`}
            sections={sections}
            saved={granted}
            screens={offered}
            target={{ hid }}
            preview
          />
        </div>
      </Until>
    </>
  )
}

/** Demotes the store by one edition; its staff must log in again. */
function Demote({ hid, name }: { hid: number; name: string }) {
  const demote = useSend(account['account.demotion'], {
    invalidates: [account['menu.tree']],
    onSuccess: ({ edition }) => toast(t`${name} 现为 ${tr(editions[edition])}`, 'ok'),
  })
  const confirmDemotion = async () => {
    if (await confirm({ message: t`把 ${name} 降一级版本？该门店的人员会下线，需重新登录`, danger: true, ok: t`降级` }))
      demote.mutate({ id: hid })
  }
  return <Button danger loading={demote.isPending} onClick={() => void confirmDemotion()}>{t`降一级版本`}</Button>
}
