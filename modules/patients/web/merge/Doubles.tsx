/** Records that may be one person, merging them, and merges made so far with their undoing. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { showGender, showPhone } from '#kernel/contract/index.ts'
import { Age, Can, DataTable, Link, Screen, confirm, t, toast, tr, useSend, useTabs, useWho } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { Double, MergeRow } from '../../contract/upkeep/shapes.ts'
import { MergePair } from './MergePair.tsx'
import { PatientPicker } from '../picker/PatientPicker.tsx'

interface Pair {
  keepPid: number | undefined
  dropPid: number | undefined
}
export default function Doubles() {
  const [tab, tabs] = useTabs([
    ['doubles', t`可能重复`],
    ['merged', t`已合并`],
  ])
  const [pair, setPair] = useState<Pair>()
  return (
    <Screen
      fill
      note={t`合并后所有记录、余额和卡都归到保留的会员，可以撤销`}
      actions={
        <>
          {tabs}
          <Button type="primary" onClick={() => setPair({ keepPid: undefined, dropPid: undefined })}>{t`合并两位会员`}</Button>
        </>
      }
    >
      {tab === 'doubles' ? <List merge={setPair} /> : <Merges />}
      <Drawer title={t`合并会员`} open={pair !== undefined} onClose={() => setPair(undefined)} size={860} destroyOnHidden>
        {pair &&
          (pair.keepPid && pair.dropPid ? (
            <MergePair
              keepPid={pair.keepPid}
              dropPid={pair.dropPid}
              swap={() => setPair({ keepPid: pair.dropPid, dropPid: pair.keepPid })}
              done={() => setPair(undefined)}
            />
          ) : (
            <div className="merge-choose">
              <label>
                {t`保留的会员`}
                <PatientPicker chosen={pair.keepPid} allowNew={false} onChange={(keepPid) => setPair({ ...pair, keepPid })} autoFocus />
              </label>
              <label>
                {t`并入的会员`}
                <PatientPicker chosen={pair.dropPid} allowNew={false} onChange={(dropPid) => setPair({ ...pair, dropPid })} />
              </label>
            </div>
          ))}
      </Drawer>
    </Screen>
  )
}

const PersonLines = ({ of: double }: { of: Double['one'] }) => (
  <div className="double-person">
    <Link to={`/patients/detail/${double.pid}/home`}>
      <strong>{double.name}</strong>
    </Link>{' '}
    <span>{tr(showGender(double.gender))}</span>{' '}
    <span>
      <Age birth={double.birth} />
    </span>{' '}
    <span className="num">{showPhone(double.mobile)}</span>
    <br />
    <small className="soft num">
      {double.memberNo} · {double.storeName} · {t`最近就诊`} {double.lastVisitAt?.slice(0, 10) ?? '—'}
    </small>
  </div>
)

function List({ merge }: { merge: (pair: Pair) => void }) {
  const { hid } = useWho()
  const dismiss = useSend(patients['patients.doubles.dismiss'], {
    invalidates: [patients['patients.doubles']],
    onSuccess: () => toast(t`已标记为不同的人`, 'ok'),
  })
  // Who was here later is the one to keep: that is the record people work with.
  const pairOf = ({ one, other }: Double): Pair =>
    (one.lastVisitAt ?? '') >= (other.lastVisitAt ?? '')
      ? { keepPid: one.pid, dropPid: other.pid }
      : { keepPid: other.pid, dropPid: one.pid }
  return (
    <DataTable
      of={patients['patients.doubles']}
      input={{ hid }}
      rowKey={(r) => `${r.one.pid}-${r.other.pid}`}
      live={['patients']}
      name="doubles"
      onOpen={(r) => merge(pairOf(r))}
      columns={[
        { key: 'reason', sort: false, width: 150 },
        { key: 'one', title: '会员', sort: false, render: (r) => <PersonLines of={r.one} /> },
        { key: 'other', title: '可能是同一人', sort: false, render: (r) => <PersonLines of={r.other} /> },
      ]}
      filters={['reason']}
      actions={(r) => (
        <Can code="patient:merge">
          <Button size="small" onClick={() => merge(pairOf(r))}>{t`合并`}</Button>
          <Button size="small" onClick={() => dismiss.mutate({ keepPid: r.one.pid, dropPid: r.other.pid })}>{t`不是同一人`}</Button>
        </Can>
      )}
      empty={{ text: t`没有发现可能重复的会员` }}
    />
  )
}

function Merges() {
  const { hid } = useWho()
  const undo = useSend(patients['patients.merge-undo'], {
    invalidates: [
      patients['patients.merges'],
      patients['patients.doubles'],
      patients['patients.list'],
      patients['patients.search-by-name'],
      patients['patients.index'],
    ],
    onSuccess: ({ back, left }) => toast(left ? t`已撤销，移回 ${back} 条，${left} 条已另作他用` : t`已撤销，移回 ${back} 条记录`, 'ok'),
  })
  const ask = async (r: MergeRow) => {
    if (await confirm({ message: t`撤销合并？${r.droppedName}（${r.droppedNo}）的记录和余额会移回`, danger: true, ok: t`撤销合并` }))
      undo.mutate({ id: r.id })
  }
  return (
    <DataTable
      of={patients['patients.merges']}
      input={{ hid }}
      rowKey="id"
      live={['patients']}
      name="merges"
      columns={[
        { key: 'at', sort: false },
        {
          key: 'keptName',
          title: '保留的会员',
          sort: false,
          render: (r) => (
            <>
              <Link to={`/patients/detail/${r.keptPid}/home`}>{r.keptName}</Link> <small className="soft num">{r.keptNo}</small>
            </>
          ),
        },
        {
          key: 'droppedName',
          title: '并入的会员',
          sort: false,
          render: (r) => (
            <>
              {r.droppedName} <small className="soft num">{r.droppedNo}</small>
            </>
          ),
        },
        { key: 'rows', sort: false },
        { key: 'staffName', sort: false },
        { key: 'undoneAt', sort: false },
      ]}
      actions={(r) =>
        !r.undoneAt && (
          <Can code="patient:merge">
            <Button size="small" onClick={() => void ask(r)}>{t`撤销合并`}</Button>
          </Can>
        )
      }
      empty={{ text: t`还没有合并过会员` }}
    />
  )
}
