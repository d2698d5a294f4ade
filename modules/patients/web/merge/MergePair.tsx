/** Two records side by side: what differs, what to take over, what will move. */
import { Button } from 'antd'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { showGender, showMoney } from '#kernel/contract/index.ts'
import { Age, Until, confirm, t, toast, tr, useCall, useSend } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { MergePreview } from '../../contract/upkeep/shapes.ts'

export function MergePair({ keepPid, dropPid, swap, done }: { keepPid: number; dropPid: number; swap: () => void; done: () => void }) {
  const preview = useCall(patients['patients.merge-preview'], { keepPid, dropPid }, { stale: 0 })
  return <Until of={preview}>{preview.data && <Chosen key={`${keepPid}-${dropPid}`} of={preview.data} swap={swap} done={done} />}</Until>
}

function Chosen({ of: pair, swap, done }: { of: MergePreview; swap: () => void; done: () => void }) {
  // What the kept record does not know is taken over unless somebody says otherwise.
  const [take, setTake] = useState<ReadonlySet<string>>(() => new Set(pair.differs.filter((d) => d.keep === null).map((d) => d.field)))
  const toggle = (field: string, on: boolean) => setTake((now) => new Set(on ? [...now, field] : [...now].filter((f) => f !== field)))
  const merge = useMerge(pair, take, done)
  return (
    <div className="merge">
      <Differences of={pair} take={take} toggle={toggle} />
      <Moves of={pair} />
      <footer className="merge-foot">
        <Button icon={<ArrowLeftRight size={14} />} onClick={swap}>{t`对调`}</Button>
        <Button onClick={done}>{t`取消`}</Button>
        <Button type="primary" loading={merge.isPending} onClick={() => void merge.ask()}>{t`合并`}</Button>
      </footer>
    </div>
  )
}

/** Merging, after the question that names both. */
function useMerge(pair: MergePreview, take: ReadonlySet<string>, done: () => void) {
  const send = useSend(patients['patients.merge'], {
    invalidates: [
      patients['patients.doubles'],
      patients['patients.merges'],
      patients['patients.list'],
      patients['patients.search-by-name'],
      patients['patients.index'],
      patients['patients.get'],
    ],
    onSuccess: ({ moved }) => (toast(t`已合并，移动了 ${moved.reduce((sum, m) => sum + m.rows, 0)} 条记录`, 'ok'), done()),
  })
  const ask = async () => {
    if (
      await confirm({
        message: t`把 ${pair.drop.name}（${pair.drop.memberNo}）并入 ${pair.keep.name}（${pair.keep.memberNo}）？之后可以撤销`,
        ok: t`合并`,
      })
    )
      send.mutate({ keepPid: pair.keep.pid, dropPid: pair.drop.pid, take: [...take] })
  }
  return { ask, isPending: send.isPending }
}

interface DifferencesProps {
  of: MergePreview
  take: ReadonlySet<string>
  toggle: (field: string, on: boolean) => void
}
/** What the two records say differently; of each the one to stay. */
const Differences = ({ of: pair, take, toggle }: DifferencesProps) => (
  <table className="grid num">
    <thead>
      <tr>
        <th scope="col">{t`项目`}</th>
        <th scope="col">
          {t`保留`}：{pair.keep.name}
        </th>
        <th scope="col">
          {t`并入`}：{pair.drop.name}
        </th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <td>{t`会员号`}</td>
        <td>{pair.keep.memberNo}</td>
        <td>
          {pair.drop.memberNo} <small className="soft">{t`合并后仍可查到`}</small>
        </td>
      </tr>
      <tr>
        <td>{t`性别和年龄`}</td>
        <td>
          {tr(showGender(pair.keep.gender))} <Age birth={pair.keep.birth} />
        </td>
        <td>
          {tr(showGender(pair.drop.gender))} <Age birth={pair.drop.birth} />
        </td>
      </tr>
      {pair.differs.map((d) => (
        <tr key={d.field}>
          <td>{tr(d.label)}</td>
          <Side name={d.field} on={!take.has(d.field)} value={d.keep} choose={() => toggle(d.field, false)} />
          <Side name={d.field} on={take.has(d.field)} value={d.drop} choose={() => toggle(d.field, true)} />
        </tr>
      ))}
    </tbody>
  </table>
)

const Side = ({ name, on, value, choose }: { name: string; on: boolean; value: string | null; choose: () => void }) => (
  <td className={on ? 'merge-on' : 'merge-off'}>
    <label>
      <input type="radio" name={`m-${name}`} checked={on} onChange={choose} /> {value === null ? '—' : tr(value)}
    </label>
  </td>
)

/** What goes over to the kept record, and what cannot. */
function Moves({ of: pair }: { of: MergePreview }) {
  const money = [
    [t`储值`, showMoney(pair.stored), pair.stored],
    [t`赠金`, showMoney(pair.gift), pair.gift],
    [t`积分`, pair.points.toLocaleString('en-US'), pair.points],
  ] as const
  return (
    <>
      <section>
        <h3>{t`会移动的内容`}</h3>
        <p className="num">
          {[
            ...pair.rows.map((r) => `${tr(r.what)} ${r.rows}`),
            ...money.filter(([, , n]) => n !== 0).map(([what, shown]) => `${what} ${shown}`),
          ].join(' · ') || t`没有其他记录`}
        </p>
      </section>
      {(pair.stays.length > 0 || pair.wechat) && (
        <section role="note">
          <h3>{t`不会移动的内容`}</h3>
          {pair.stays.length > 0 && (
            <p className="num">
              {pair.stays.map((r) => `${tr(r.what)} ${r.rows}`).join(' · ')}{' '}
              <span className="soft">{t`保留的会员已有同样的内容，这些留在并入的记录里`}</span>
            </p>
          )}
          {pair.wechat && <p>{t`微信“${pair.wechat}”不再绑定：保留的会员已绑定自己的微信`}</p>}
        </section>
      )}
    </>
  )
}
