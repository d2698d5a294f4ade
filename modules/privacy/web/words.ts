/** A line of the audit in words: what changed, by the names people know. */
import { t, tr, trSentence } from '#kernel/web/i18n.ts'
import { READING, SILENT } from '../contract/columns.ts'
import type { AuditRow } from '../contract/shapes.ts'

/** A value as people read it. */
export function said(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'string' ? trSentence(value) : JSON.stringify(value)
}
/** Of a list or a note one line has room for the beginning. */
const briefly = (value: unknown): string => {
  const all = said(value)
  return all.length > 60 ? `${all.slice(0, 58)}…` : all
}
const called = ({ words }: AuditRow, name: string): string => (words[name] ? tr(words[name]) : name)
/** Names of changed columns: before and after together, in their order. */
export const namesOf = ({ before, after }: AuditRow): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !SILENT.has(name))
const KEYS: ReadonlySet<string> = new Set(['hid', 'pid', 'id', 'ctid_', 'at', 'created_at', 'status'])
/** Of a new row: what is empty, nought or a list says nothing in one line. */
const NOTHING = /^(—|0|¥0\.00|[[{].*)$/s
/** The first changes of a line: name: 林晓 → 林晓晓. */
export function summaryOf(row: AuditRow): string {
  if (row.action === 'read')
    return [row.words[READING] ? tr(row.words[READING]) : row.tbl, ...(row.after ? [t`${String(row.after.count)} 条`] : [])].join(' · ')
  const changes = row.action === 'update'
  const values = row.after ?? row.before
  const names = namesOf(row).filter((name) => changes || tells(row, name))
  const shown = names
    .slice(0, 3)
    .map(
      (name) =>
        `${called(row, name)} ${changes ? `${briefly(row.before?.[name])} → ${briefly(row.after?.[name])}` : briefly(values?.[name])}`,
    )
  return [...shown, ...(names.length > 3 ? [t`等 ${names.length} 项`] : [])].join(t`；`)
}
/** Whether a column of a new or deleted row tells what it says, and not whose it is. */
function tells({ before, after, words, rowId }: AuditRow, name: string): boolean {
  const value = (after ?? before)?.[name]
  return Boolean(words[name]) && !KEYS.has(name) && !NOTHING.test(said(value)) && !(name.endsWith('id') && value === rowId)
}
