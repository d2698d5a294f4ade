/** Rows of a member file that are members already: what is new in them, and what contradicts the record. */
import { fieldsOf, metaOf, show } from '#kernel/contract/index.ts'
import { change, snake, sql, type Cx, type ImportOutcome, type Row, type RowOfImport, lit, wholeRow } from '#kernel/server/index.ts'
import { ImportPatient, Patient } from '../contract/shapes.ts'
import { patientStates } from '../contract/states.ts'
import { announceLevel } from './save.ts'

/** Members a file's rows may be: by identity number, by member number, by name with number. */
export interface KnownMembers {
  readonly byCard: ReadonlyMap<string, Row<'patient'>>
  readonly byNumber: ReadonlyMap<string, Row<'patient'>>
  readonly byNameAndMobile: ReadonlyMap<string, Row<'patient'>>
}
const together = (name: string, mobile: string): string => `${name}\u0000${mobile}`

/** Reads every member a file may mean, once. */
export async function knownIn(cx: Cx, rows: readonly ImportPatient[]): Promise<KnownMembers> {
  const values = (key: 'idCard' | 'memberNo') => [...new Set(rows.flatMap((r) => (r[key] ? [r[key]] : [])))]
  const pairs = rows.flatMap((r) => (r.mobile ? [{ name: r.name, mobile: r.mobile }] : []))
  const found = await cx.db.rows(
    wholeRow('patient'),
    sql`
      select p.*
      from patient p
      where p.status = ${lit(patientStates.is.present)}
        and p.pid in (
          select k.pid
          from patient k
          where k.status = ${lit(patientStates.is.present)}
            and (k.id_card = any(${values('idCard')}) or k.member_no = any(${values('memberNo')}))
          union
          select k.pid
          from unnest(${pairs.map((p) => p.name)}::text[], ${pairs.map((p) => p.mobile)}::text[]) x(name, mobile)
          join patient k on k.oid = current_setting('app.oid')::bigint and k.name = x.name
            and k.mobile = x.mobile
            and k.status = ${lit(patientStates.is.present)}
        )
    `,
  )
  return {
    byCard: new Map(found.flatMap((p) => (p.idCard ? [[p.idCard, p]] : []))),
    byNumber: new Map(found.map((p) => [p.memberNo, p])),
    byNameAndMobile: new Map(found.flatMap((p) => (p.mobile ? [[together(p.name, p.mobile), p]] : []))),
  }
}
/** The member a row means, or undefined when it is somebody new. */
export const knownAs = (existing: KnownMembers, row: ImportPatient): Row<'patient'> | undefined =>
  (row.idCard ? existing.byCard.get(row.idCard) : undefined) ??
  (row.memberNo ? existing.byNumber.get(row.memberNo) : undefined) ??
  (row.mobile ? existing.byNameAndMobile.get(together(row.name, row.mobile)) : undefined)

type Facts = Partial<Row<'patient'>>
const shown = (field: string, value: unknown): string =>
  fieldsOf(ImportPatient)[field] ? show(fieldsOf(ImportPatient)[field]!, value) : String(value)
const labelOf = (field: string): string => metaOf(fieldsOf(Patient)[field]!).label ?? field

/**
 * Fills a member that is here with what a row adds. What contradicts the record is told, and written only where the file is to be believed;
 * a name never is.
 */
export async function fillKnown(cx: Cx, member: Row<'patient'>, facts: Facts, line: RowOfImport): Promise<ImportOutcome> {
  if (line.existing === 'skip') return 'same'
  // Object.entries forgets the names of its keys.
  const details = (Object.entries(facts) as Array<[keyof Facts & string, unknown]>).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  const differs = details.filter(([field, value]) => member[field] !== value)
  const against = differs.filter(([field]) => member[field] !== null && member[field] !== '')
  const [first] = line.existing === 'overwrite' ? against.filter(([field]) => field === 'name') : against
  if (first) {
    const [field, value] = first
    const names = field.endsWith('Id')
      ? `与已有会员 ${member.memberNo} 的${labelOf(field)}不同`
      : `已有会员 ${member.memberNo} 的${labelOf(field)}为“${shown(field, member[field])}”，文件中为“${shown(field, value)}”`
    return { conflict: names, field: field === 'levelId' ? 'levelName' : field === 'sourceId' ? 'sourceName' : field }
  }
  if (!differs.length) return 'same'
  const columns = (valueOf: (field: keyof Facts & string, value: unknown) => unknown) =>
    Object.fromEntries(differs.map(([field, value]) => [snake(field), valueOf(field, value)]))
  const level = differs.find(([field]) => field === 'levelId')?.[1]
  if (typeof level === 'number') await announceLevel(cx, { pids: [member.pid], levelId: level, reason: '导入会员' })
  await change(cx, 'patient', { pid: member.pid }, {}, Object.fromEntries(differs))
  await line.changed(
    'patient',
    member.pid,
    columns((field) => member[field] ?? null),
    columns((_, value) => value),
  )
  return 'changed'
}
