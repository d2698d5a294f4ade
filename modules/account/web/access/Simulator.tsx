/** "Why can't I?": every permission for every role, or one person, in a store, with the actions it guards. */
import { Select } from 'antd'
import { Fragment, useMemo, useState } from 'react'
import { byName, Empty, Panel, Until, language, t, tr, useCall, useSearch, useWho } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import type { AccessSimulation } from '../../contract/shapes.access.ts'
import type { AccessVerdict } from '../../contract/shapes.staff.ts'
import { SearchBox } from './Tree.tsx'

const signs: Readonly<Record<AccessVerdict, { sign: string; tone: string; say: () => string }>> = {
  allowed: { sign: '✓', tone: 'yes', say: () => t`可以` },
  no_access: { sign: '·', tone: 'no', say: () => t`没有权限` },
  withheld: { sign: '○', tone: 'withheld', say: () => t`门店未开通` },
  no_store: { sign: '✕', tone: 'no', say: () => t`不能进入此门店` },
  expired: { sign: '◷', tone: 'withheld', say: () => t`已到期` },
}
type Action = AccessSimulation['actions'][number]
const kinds: Readonly<Record<Action['kind'], () => string>> = { screen: () => t`页面`, call: () => t`操作`, move: () => t`流转` }

export function Simulator() {
  const who = useWho()
  const [search, setSearch] = useSearch()
  const hid = who.stores.find((s) => String(s.hid) === search.store)?.hid ?? who.hid
  const ctid = Number(search.person) || undefined
  const staff = useCall(account['staff.by-clinic'], { hid: who.hid }, { stale: 300_000 })
  const simulation = useCall(account['access.simulate'], { hid, ...(ctid ? { ctid } : {}) }, { keep: true })
  const words = search.q ?? ''
  const groups = useMemo(() => grouped(simulation.data, words), [simulation.data, words])
  return (
    <Panel className="list">
      <div className="filters">
        <SearchBox value={words} onChange={(q) => setSearch({ q })} />
        <Select
          aria-label={t`门店`}
          style={{ minWidth: 180 }}
          value={hid}
          options={who.stores.map((s) => ({ value: s.hid, label: s.name }))}
          onChange={(store) => setSearch({ store })}
        />
        <Select
          aria-label={t`员工`}
          allowClear
          showSearch={byName}
          style={{ minWidth: 160 }}
          placeholder={t`全部角色`}
          value={ctid ?? null}
          options={(staff.data?.list ?? []).map((s) => ({ value: s.ctid, label: s.name }))}
          onChange={(to: number | null) => setSearch({ person: to ?? undefined })}
        />
        <span className="screen-note">{t`${groups.length} 项权限，${groups.reduce((n, g) => n + g.actions.length, 0)} 个操作`}</span>
      </div>
      <Until of={simulation}>
        {groups.length ? <Matrix subjects={simulation.data?.subjects ?? []} groups={groups} /> : <Empty text={t`没有匹配的页面或权限`} />}
      </Until>
      <div className="sim-legend">
        {Object.entries(signs).map(([verdict, { sign, say }]) => (
          <span key={verdict}>
            {sign} {say()}
          </span>
        ))}
      </div>
    </Panel>
  )
}

interface Group {
  code: string
  label: string
  actions: Action[]
}
/** Actions grouped by permission, one line each, expandable. */
function grouped(data: AccessSimulation | undefined, words: string): Group[] {
  const want = words.trim().toLowerCase()
  const groups = new Map<string, Group>()
  for (const action of data?.actions ?? []) {
    if (
      want &&
      ![action.id, action.title, tr(action.title), action.code, action.label, tr(action.label)].some((text) =>
        text.toLowerCase().includes(want),
      )
    )
      continue
    const group = groups.get(action.code) ?? { code: action.code, label: action.label, actions: [] }
    group.actions.push(action)
    groups.set(action.code, group)
  }
  return [...groups.values()]
}

/** Verdict of a permission. Only a screen can differ, because a store can lack it separately. */
const ruleOf = ({ actions }: Group) => (actions.find((a) => a.kind !== 'screen') ?? actions[0]!).verdicts

function Verdicts({ verdicts, subjects }: { verdicts: readonly AccessVerdict[]; subjects: AccessSimulation['subjects'] }) {
  const wide = subjects.length === 1
  return verdicts.map((v, i) => (
    <td key={subjects[i]!.key} className={`verdict ${signs[v].tone}`} title={`${tr(subjects[i]!.name)}：${signs[v].say()}`}>
      {wide ? (
        signs[v].say()
      ) : (
        <span role="img" aria-label={signs[v].say()}>
          {signs[v].sign}
        </span>
      )}
    </td>
  ))
}

function Matrix({ subjects, groups }: { subjects: AccessSimulation['subjects']; groups: readonly Group[] }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const turn = (code: string) => setOpened((now) => new Set(now.has(code) ? [...now].filter((c) => c !== code) : [...now, code]))
  const wide = subjects.length === 1
  return (
    <div className="sim">
      <table className="grid">
        <thead>
          <tr>
            <th>{t`权限和操作`}</th>
            {subjects.map((s) => (
              <th key={s.key} className={wide ? '' : 'who'}>
                {tr(s.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.code}>
              <tr>
                <td>
                  <button type="button" className="open" aria-expanded={opened.has(group.code)} onClick={() => turn(group.code)}>
                    {opened.has(group.code) ? '▾' : '▸'} {group.code === 'session' ? t`每个账号都有` : tr(group.label)}{' '}
                    <small className="staff-title">
                      {group.code} · {group.actions.length}
                    </small>
                  </button>
                </td>
                <Verdicts verdicts={ruleOf(group)} subjects={subjects} />
              </tr>
              {opened.has(group.code) &&
                group.actions.map((a) => (
                  <tr key={`${a.kind} ${a.id}`} className="action">
                    <td>
                      {kinds[a.kind]()} · {a.kind === 'call' ? a.id : tr(a.title)}{' '}
                      <small className="staff-title">{a.kind !== 'call' ? a.id : language() === 'en' ? a.title : ''}</small>
                    </td>
                    <Verdicts verdicts={a.verdicts} subjects={subjects} />
                  </tr>
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
