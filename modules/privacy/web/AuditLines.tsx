import { Drawer } from 'antd'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { DataTable, Facts, Link, Rows, dayFromToday, t, today, tr, useCall, useSearch, type TableColumn } from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { privacy } from '../contract/endpoints.ts'
import { action, type AuditRow } from '../contract/shapes.ts'
import { namesOf, textOf, summaryOf } from './words.ts'

/** Audit lines by time, person, kind and member; a line expands to all its changes. */
export function AuditLines({ hid }: { hid: number }) {
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
        columns={columns}
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

const columns: ReadonlyArray<TableColumn<AuditRow>> = [
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
]

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
      <What row={row} />
    </div>
  )
}

/** What was read, or what was changed. */
function What({ row }: { row: AuditRow }) {
  if (row.action === 'read') {
    if (!row.after) return <p>{t`查看了会员档案（${row.tbl}）`}</p>
    return <Facts columns={2} items={namesOf(row).map((name) => [row.words[name] ?? name, textOf(row.after?.[name])])} />
  }
  return (
    <Rows
      className="grid"
      rows={namesOf(row)}
      rowKey={(name) => name}
      columns={[
        { title: t`字段`, cell: (name) => (row.words[name] ? <span title={name}>{tr(row.words[name])}</span> : <code>{name}</code>) },
        { title: t`修改前`, cell: (name) => textOf(row.before?.[name]) },
        { title: t`修改后`, cell: (name) => textOf(row.after?.[name]) },
      ]}
    />
  )
}
