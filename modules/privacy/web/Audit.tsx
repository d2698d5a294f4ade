/** Who saw and changed what; who opened locked records; the view password of the store. */
import { Button, Drawer, Segmented } from 'antd'
import { KeyRound, Lock } from 'lucide-react'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { Can, DataTable, Facts, Link, Screen, Status, dayFromToday, t, today, tr, useCall, useSearch, useWho } from '#kernel/web/index.ts'
import { privacy } from '../contract/endpoints.ts'
import { action, Unlock, type AuditRow } from '../contract/shapes.ts'
import { READING } from '../contract/columns.ts'
import { ViewPassword } from './ViewPassword.tsx'
import './audit.css'

export default function Audit() {
  const { hid } = useWho()
  const [search, setSearch] = useSearch()
  const [password, setPassword] = useState(false)
  const tab = search.tab === 'unlocks' ? 'unlocks' : 'audit'
  return (
    <Screen
      fill
      note={tab === 'audit' ? t`每 15 分钟封存一次，封存后再改会被查出` : undefined}
      actions={
        <>
          <Segmented
            aria-label={t`内容`}
            value={tab}
            options={[
              { value: 'audit', label: t`操作记录` },
              { value: 'unlocks', label: t`档案解锁` },
            ]}
            onChange={(v) => setSearch({ tab: v === 'audit' ? undefined : v, page: undefined }, true)}
          />
          <Can code="privacy:lock">
            <Button icon={<KeyRound size={14} />} onClick={() => setPassword(true)}>{t`查看密码`}</Button>
          </Can>
        </>
      }
    >
      {tab === 'audit' ? <Lines hid={hid} /> : <Unlocks hid={hid} />}
      {password && <ViewPassword hid={hid} close={() => setPassword(false)} />}
    </Screen>
  )
}

function Lines({ hid }: { hid: number }) {
  const [search, setSearch] = useSearch()
  const [opened, setOpened] = useState<AuditRow>()
  const kinds = useKinds()
  const people = usePeople(hid)
  const pid = Number(search.pid) || undefined
  return (
    <>
      <DataTable
        of={privacy['privacy.audit']}
        rowKey="auditId"
        pageSize={50}
        onOpen={setOpened}
        exportOf={privacy['privacy.audit.export']}
        defaults={{ startDate: dayFromToday(-6), endDate: today() }}
        input={pid === undefined ? {} : { pid }}
        columns={[
          { key: 'at', sort: false },
          { key: 'staffName', sort: false, render: (r) => r.staffName ?? t`系统` },
          { key: 'action', sort: false },
          {
            key: 'what',
            sort: false,
            render: (r) => (
              <span title={r.tbl}>
                {tr(r.what)} {r.rowId && r.action !== 'read' ? <span className="num audit-id">{r.rowId}</span> : null}
              </span>
            ),
          },
          {
            key: 'patientName',
            sort: false,
            render: (r) => (r.pid ? <Link to={`/patients/detail/${r.pid}/home`}>{r.patientName ?? r.pid}</Link> : '—'),
          },
          { key: 'after', title: '改动', sort: false, render: (r) => <span className="audit-change">{summaryOf(r)}</span> },
          { key: 'storeName', sort: false },
          {
            key: 'sealed',
            sort: false,
            width: 76,
            render: (r) =>
              r.sealed ? (
                <span className="audit-sealed">
                  <Lock size={12} aria-hidden /> {t`是`}
                </span>
              ) : (
                t`尚未`
              ),
          },
        ]}
        filters={[
          { range: ['startDate', 'endDate'], label: '时间' },
          { key: 'ctid', label: '人员', options: people, width: 130 },
          { key: 'action' },
          { key: 'tbl', label: '内容', options: kinds, width: 140 },
        ]}
        tools={
          <div className="audit-member">
            <PatientPicker
              chosen={pid}
              allowNew={false}
              placeholder={t`按会员筛选`}
              onChange={(to) => setSearch({ pid: to, page: undefined }, true)}
            />
          </div>
        }
        empty={{ text: t`这段时间没有记录。换一个时间或去掉筛选再看` }}
      />
      <Drawer
        title={opened ? `${tr(metaOf(action).options?.[opened.action] ?? '')} · ${tr(opened.what)}` : ''}
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size={620}
        destroyOnHidden
      >
        {opened && <Line row={opened} />}
      </Drawer>
    </>
  )
}

function usePeople(hid: number) {
  const staff = useCall(account['staff.by-clinic'], { hid }, { stale: 300_000 })
  return (staff.data?.list ?? []).map((s) => ({ value: s.ctid, label: s.name }))
}
function useKinds() {
  const audited = useCall(privacy['privacy.audit.kinds'], {}, { stale: 3_600_000 })
  return (audited.data ?? []).map(({ tbl, what }) => ({ value: tbl, label: what }))
}

const said = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '—' : typeof value === 'string' ? tr(value) : JSON.stringify(value)
const called = ({ words }: AuditRow, name: string): string => (words[name] ? tr(words[name]) : name)
/** Kept for the machine's sake: says nothing to people. */
const SILENT: ReadonlySet<string> = new Set(['oid', 'version', 'bigrams', 'phone_tail', 'initials', 'pinyin', 'search'])
/** Names of changed columns: before and after together, in their order. */
const namesOf = ({ before, after }: AuditRow): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !SILENT.has(name))
const KEYS: ReadonlySet<string> = new Set(['hid', 'pid', 'id', 'ctid_', 'at', 'created_at', 'status'])
/** Of a new row: what is empty, nought or a list says nothing in one line. */
const NOTHING = /^(—|0|¥0\.00|[[{].*)$/s
/** The first changes of a line: name: 林晓 → 林晓晓. */
function summaryOf(row: AuditRow): string {
  if (row.action === 'read') return row.words[READING] ? tr(row.words[READING]) : row.tbl
  // Of a new or deleted row: what it says, not whose it is.
  const names = namesOf(row).filter(
    (name) =>
      row.action === 'update' ||
      !(
        KEYS.has(name) ||
        !row.words[name] ||
        NOTHING.test(said((row.after ?? row.before)?.[name])) ||
        (name.endsWith('id') && (row.after ?? row.before)?.[name] === row.rowId)
      ),
  )
  const shown = names
    .slice(0, 3)
    .map((name) =>
      row.action === 'update'
        ? `${called(row, name)} ${said(row.before?.[name])} → ${said(row.after?.[name])}`
        : `${called(row, name)} ${said((row.after ?? row.before)?.[name])}`,
    )
  return [...shown, ...(names.length > 3 ? [t`等 ${names.length} 项`] : [])].join(t`；`)
}

function Line({ row }: { row: AuditRow }) {
  return (
    <div className="audit-line">
      <Facts
        columns={2}
        items={[
          ['时间', row.at],
          ['人员', row.staffName ?? t`系统`],
          ['门店', row.storeName],
          ['会员', row.patientName],
          ['记录', row.rowId],
          ['请求编号', row.request],
          ['封存', row.sealed ? t`已封存` : t`尚未封存`],
        ]}
      />
      {row.action === 'read' ? (
        <p>{t`查看了会员档案（${row.tbl}）`}</p>
      ) : (
        <table className="grid">
          <thead>
            <tr>
              <th>{t`字段`}</th>
              <th>{t`修改前`}</th>
              <th>{t`修改后`}</th>
            </tr>
          </thead>
          <tbody>
            {namesOf(row).map((name) => (
              <tr key={name}>
                <td>{row.words[name] ? <span title={name}>{tr(row.words[name])}</span> : <code>{name}</code>}</td>
                <td>{said(row.before?.[name])}</td>
                <td>{said(row.after?.[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

const Unlocks = ({ hid }: { hid: number }) => (
  <DataTable
    of={privacy['privacy.unlocks']}
    input={{ hid }}
    rowKey="unlockId"
    name="unlock"
    rowTone={(r) => (r.how === 'break_glass' ? 'warn' : undefined)}
    columns={[
      { key: 'at', sort: false },
      { key: 'staffName', sort: false },
      { key: 'how', sort: false, render: (r) => <Status of={metaOf(Unlock.shape.how)} value={r.how} /> },
      {
        key: 'patientName',
        sort: false,
        render: (r) => (r.pid ? <Link to={`/patients/detail/${r.pid}/home`}>{r.patientName ?? r.pid}</Link> : t`全部会员`),
      },
      { key: 'reason', sort: false },
      { key: 'until', sort: false },
      { key: 'storeName', sort: false },
    ]}
    filters={['how']}
    empty={{ text: t`还没有人解锁过档案。设置查看密码后，打开会员档案都要先解锁` }}
  />
)
