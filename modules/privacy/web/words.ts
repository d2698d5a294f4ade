/** An audit line in words: the changes by label. */
import { t, tr, trSentence } from '#kernel/web/i18n.ts'
import { READING, SILENT } from '../contract/columns.ts'
import type { AuditRow } from '../contract/shapes.ts'

/** A value for display. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'string' ? trSentence(value) : JSON.stringify(value)
}
/** Long lists and notes are truncated to one line. */
const briefly = (value: unknown): string => {
  const all = textOf(value)
  return all.length > 60 ? `${all.slice(0, 58)}…` : all
}
const called = ({ words }: AuditRow, name: string): string => (words[name] ? tr(words[name]) : name)
/** Changed columns of before and after, in order. */
export const namesOf = ({ before, after }: AuditRow): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !SILENT.has(name))
const KEYS: ReadonlySet<string> = new Set(['hid', 'pid', 'id', 'ctid_', 'at', 'created_at', 'status'])
/** For a new row, empty, zero and list values are omitted. */
const NOTHING = /^(—|0|¥0\.00|[[{].*)$/s
/** First changes of a line: name: 林晓 → 林晓晓. */
export function summaryOf(row: AuditRow): string {
  if (row.action === 'read')
    return [row.words[READING] ? tr(row.words[READING]) : row.tbl, ...(row.after ? [t`${String(row.after.count)} 条`] : [])].join(' · ')
  const changes = row.action === 'update'
  const values = row.after ?? row.before
  const names = namesOf(row).filter((name) => changes || tells(row, name))
  const visible = names
    .slice(0, 3)
    .map(
      (name) =>
        `${called(row, name)} ${changes ? `${briefly(row.before?.[name])} → ${briefly(row.after?.[name])}` : briefly(values?.[name])}`,
    )
  return [...visible, ...(names.length > 3 ? [t`等 ${names.length} 项`] : [])].join(t`；`)
}
/** True for columns with content, false for those that only identify the owner. */
function tells({ before, after, words, rowId }: AuditRow, name: string): boolean {
  const value = (after ?? before)?.[name]
  return Boolean(words[name]) && !KEYS.has(name) && !NOTHING.test(textOf(value)) && !(name.endsWith('id') && value === rowId)
}
