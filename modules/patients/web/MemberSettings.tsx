/** What the store keeps about members: levels, tags, sources, and what a new member must tell. */
import { Screen, t, useCall, useWho } from '#kernel/web/index.ts'
import { FromChain, KeptElsewhere, MasterList, OptionsForm, Parts, declareList, levelList, tagList } from '#modules/settings/web/door.tsx'
import { patients } from '../contract/endpoints.ts'

const sources = declareList({
  title: '会员来源',
  hint: '会员从哪里知道我们',
  list: patients['patients.source.list'],
  save: patients['patients.source.save'],
  remove: patients['patients.source.delete'],
  order: patients['patients.source.order'],
  asks: { withUses: true },
  noStatus: true,
  columns: ['name'],
  fields: [{ key: 'name', span: 12 }],
})
function ChainSources() {
  const { hid } = useWho()
  const { data } = useCall(patients['patients.source.chain'], { hid }, { stale: 60_000 })
  return <KeptElsewhere rows={data?.list} />
}
const lists = [
  {
    title: '会员',
    parts: [
      { key: 'level', title: '会员等级', show: () => [<MasterList key="own" def={levelList} />, <FromChain key="chain" kind="level" />] },
      { key: 'tag', title: '标签', show: () => [<MasterList key="own" def={tagList} />, <FromChain key="chain" kind="tag" />] },
      { key: 'source', title: '会员来源', show: () => [<MasterList key="own" def={sources} />, <ChainSources key="chain" />] },
      {
        key: 'rules',
        title: '建档规则',
        show: () => (
          <OptionsForm
            fields={[
              {
                group: '新建会员',
                items: [{ key: 'memberMobileRequired', span: 12, hint: t`没有手机号的会员无法保存；已有的会员不受影响` }],
              },
            ]}
          />
        ),
      },
    ],
  },
] as const

export default function MemberSettings() {
  return (
    <Screen fill>
      <Parts groups={lists} />
    </Screen>
  )
}
