/** Birthdays, members due for a recall, and lost ones: who stands in them, each one key from a task. */
import { Button } from 'antd'
import type { ConditionTree } from '#kernel/contract/segments/condition.ts'
import { Can, Panel, Rows, Until, t, useCall, useLetters, useWho } from '#kernel/web/index.ts'
import { marketing } from '../../contract/endpoints.ts'

interface MemberList {
  readonly key: string
  readonly name: string
  readonly tree: ConditionTree
}
const lists = (): readonly MemberList[] => [
  { key: 'b', name: t`七天内生日`, tree: { all: [{ key: 'birthdayIn', op: 'atMost', value: 7 }] } },
  {
    key: 'r',
    name: t`孩子该复查`,
    tree: {
      all: [
        { key: 'age', op: 'atMost', value: 17 },
        { key: 'lastVisitDays', op: 'between', value: [180, 364] },
        { key: 'booked', op: 'no' },
      ],
    },
  },
  {
    key: 'l',
    name: t`一年没来`,
    tree: {
      all: [
        { key: 'lastVisitDays', op: 'atLeast', value: 365 },
        { key: 'booked', op: 'no' },
      ],
    },
  },
]
export function Lists({ onWrite }: { onWrite: (list: { tree: string; name: string }) => void }) {
  const write = ({ tree, name }: MemberList) => onWrite({ tree: JSON.stringify(tree), name })
  useLetters(Object.fromEntries(lists().map((list) => [list.key, () => write(list)])))
  return (
    <div className="member-lists">
      {lists().map((list) => (
        <OneList key={list.key} list={list} onWrite={() => write(list)} />
      ))}
    </div>
  )
}
function OneList({ list, onWrite }: { list: MemberList; onWrite: () => void }) {
  const { hid } = useWho()
  const found = useCall(marketing['sms-tasks.target-customer'], { hid, tree: JSON.stringify(list.tree) }, { logged: true })
  return (
    <Until of={found}>
      <Panel
        title={list.name}
        note={found.data && t`${found.data.matched} 人，能写到 ${found.data.numbers} 家`}
        actions={
          <Can code="marketing:edit">
            <Button onClick={onWrite}>
              {t`写给他们`} <kbd>{list.key}</kbd>
            </Button>
          </Can>
        }
      >
        <Rows
          rows={found.data?.people ?? []}
          rowKey={(p) => p.pid}
          columns={[
            { title: t`会员`, cell: (p) => p.name },
            { title: t`年龄`, cell: (p) => p.age ?? '' },
            { title: t`为什么是他`, cell: (p) => p.facts.map((f) => `${f.label} ${f.words}`).join('，') },
          ]}
        />
        {found.data?.people.length === 0 && <p className="soft panel-body">{t`现在没有人`}</p>}
      </Panel>
    </Until>
  )
}
