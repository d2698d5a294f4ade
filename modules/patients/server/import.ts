/** Members out of a file: our template, whatever has the usual heads, and the table of the Orinda study. */
import {
  insert,
  lit,
  sql,
  type Cx,
  type ImportSpec,
  type Layout,
  type ImportOutcome,
  type Row,
  type RowOfImport,
} from '#kernel/server/index.ts'
import { biometryImported, type ImportedBiometry } from '../contract/events.ts'
import { OLSM_COLUMNS, parseOlsmRow } from '../contract/olsm.ts'
import { ImportPatient } from '../contract/shapes.ts'
import { fillKnown, knownAs, knownIn, type KnownMembers } from './known.ts'
import { kindOf } from './words.ts'
import { registerPatient } from './save.ts'
import { patientStates } from '../contract/states.ts'

const olsm: Layout = {
  name: 'OLSM',
  matches: (head) => OLSM_COLUMNS.every((column) => head.includes(column)),
  read: (cells) => {
    const { value, errors } = parseOlsmRow(cells)
    if (!value) return { value, errors }
    const { at: examDate, ...child } = value
    return { value: { ...child, examDate }, errors }
  },
}

interface Prepared {
  levels: ReadonlyMap<string, number>
  sources: ReadonlyMap<string, number>
  known: KnownMembers
  /** Members by the numbers the file names as inviters; those the file brings come in as they are made. */
  inviters: Map<string, number>
}

async function prepare(cx: Cx, rows: readonly ImportPatient[], hid: number): Promise<Prepared> {
  const byName = async (table: 'level' | 'patient_source') => {
    const found =
      table === 'level' ? sql`select id, name from level where hid = ${hid}` : sql`select id, name from patient_source where hid = ${hid}`
    return new Map((await cx.db.rows({ id: 'number', name: 'string' }, found)).map((r) => [r.name, r.id]))
  }
  return {
    levels: await byName('level'),
    sources: await byName('patient_source'),
    known: await knownIn(cx, rows),
    inviters: await invitersIn(cx, rows),
  }
}

async function invitersIn(cx: Cx, rows: readonly ImportPatient[]): Promise<Map<string, number>> {
  const numbers = [...new Set(rows.flatMap((r) => r.inviterNo ?? []))]
  const found = await cx.db.rows(
    { memberNo: 'string', pid: 'number' },
    sql`
      select member_no, pid
      from patient
      where member_no = any(${numbers}) and status = ${lit(patientStates.is.present)}
    `,
  )
  return new Map(found.map((r) => [r.memberNo, r.pid]))
}

async function writeMember(
  cx: Cx<string>,
  row: ImportPatient,
  line: RowOfImport,
  { levels, sources, known: people, inviters }: Prepared,
  isPotential: boolean,
): Promise<ImportOutcome> {
  const {
    levelName,
    sourceName,
    inviterNo,
    memberNo,
    examDate,
    alOd,
    alOs,
    acdOd,
    acdOs,
    ltOd,
    ltOs,
    vtOd,
    vtOs,
    seOd,
    seOs,
    outdoorHours,
    nearWorkHours,
    ...person
  } = row
  const idOf = (ids: ReadonlyMap<string, number>, name: string | null | undefined, field: string, what: string) =>
    name ? (ids.get(name) ?? cx.refuse('bad_input', { what: `没有名为“${name}”的${what}，请先在设置中添加`, field })) : null
  const values = {
    ...person,
    levelId: idOf(levels, levelName, 'levelName', '会员等级'),
    sourceId: idOf(sources, sourceName, 'sourceName', '会员来源'),
    inviterPid: inviterNo
      ? (inviters.get(inviterNo) ??
        cx.refuse('bad_input', { what: `没有会员号为“${inviterNo}”的会员，推荐人应先于被推荐人`, field: 'inviterNo' }))
      : null,
  }
  const member = knownAs(people, row)
  if (member) return fillKnown(cx, member, values, line)
  // A dry run draws no numbers: the series would go on without them.
  const { pid } = await registerPatient(
    cx,
    { ...values, hid: line.hid, isPotential },
    memberNo || (line.dryRun ? `T${line.rowNo}` : undefined),
  )
  await line.made('patient', pid)
  if (memberNo) inviters.set(memberNo, pid)
  await keepHabits(cx, pid, line.hid, { outdoorHours, nearWorkHours, parentsMyopic: row.parentsMyopic })
  const eyes = { alOd, alOs, acdOd, acdOs, ltOd, ltOs, vtOd, vtOs, seOd, seOs }
  if (isGiven(...Object.values(eyes)))
    await tellBiometry(cx, { pid, at: examDate ?? cx.today, importId: line.importId, rowNo: line.rowNo }, eyes)
  return 'new'
}
const isGiven = (...values: unknown[]): boolean => values.some((v) => v !== null && v !== undefined)

/** What the file says of the child's day; without hours there is nothing to keep. */
async function keepHabits(
  cx: Cx<string>,
  pid: number,
  hid: number,
  { outdoorHours, nearWorkHours, parentsMyopic }: Pick<ImportPatient, 'outdoorHours' | 'nearWorkHours' | 'parentsMyopic'>,
): Promise<void> {
  if (!isGiven(outdoorHours, nearWorkHours)) return
  const facts: Partial<Row<'others_info'>> = {
    pid,
    hid,
    outdoorHours: outdoorHours ?? null,
    nearWorkHours: nearWorkHours ?? null,
    parentsMyopic: parentsMyopic ?? null,
  }
  await insert(cx, 'others_info', facts)
}

type Whose = Pick<ImportedBiometry, 'pid' | 'at' | 'importId' | 'rowNo'>
type Eyes = Pick<ImportPatient, `${'al' | 'acd' | 'lt' | 'vt' | 'se'}${'Od' | 'Os'}`>
/** Announces the measurements of a row: the examinations are another module's. */
const tellBiometry = (cx: Cx<string>, whose: Whose, eyes: Eyes): Promise<void> =>
  cx.announce(biometryImported, {
    ...whose,
    alOd: eyes.alOd ?? null,
    alOs: eyes.alOs ?? null,
    acdOd: eyes.acdOd ?? null,
    acdOs: eyes.acdOs ?? null,
    ltOd: eyes.ltOd ?? null,
    ltOs: eyes.ltOs ?? null,
    vtOd: eyes.vtOd ?? null,
    vtOs: eyes.vtOs ?? null,
    seOd: eyes.seOd ?? null,
    seOs: eyes.seOs ?? null,
  })

const wallets = async (cx: Cx, pids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await cx.db.rows(
    { key: 'string' },
    sql`select key from ledger_account where key = any(${pids.map((pid) => `member:${pid}`)})`,
  )
  return new Map(rows.map((r) => [Number(r.key.slice('member:'.length)), '已有储值或积分流水']))
}

/** What stands in the way of deleting a member: the kinds of records others keep of the person. */
export async function usesOf(cx: Cx, pid: number): Promise<string[]> {
  const rows = await cx.db.rows({ usedBy: 'string' }, sql`select distinct used_by from rows_in_use('patient', ${[pid]})`)
  const paid = (await wallets(cx, [pid])).size ? ['储值或积分流水'] : []
  return [...new Set([...rows.map((r) => kindOf(r.usedBy)), ...paid])]
}

/** Members taken back belong to nobody's bill, visit, examination or wallet. */
export const importPatients: ImportSpec<typeof ImportPatient, Prepared> = {
  label: '会员',
  shape: ImportPatient,
  knows: true,
  aliases: {
    memberNo: ['会员编号', '会员卡号', '卡号', '编号', '病历号', '档案号', 'no'],
    name: ['会员姓名', '患者姓名', '客户姓名', '学生姓名', 'fullname'],
    gender: ['sex'],
    birth: ['生日', '出生年月日', '出生年月', 'birthday', 'dob'],
    mobile: ['手机', '电话', '联系电话', '手机号码', '联系方式', '家长手机号', '家长电话', '家长手机', '监护人电话', 'phone', 'tel'],
    mobile2: ['备用电话', '电话2', '手机2'],
    guardian: ['家长', '家长姓名', '监护人姓名'],
    idCard: ['身份证', '证件号', '证件号码'],
    address: ['住址', '家庭地址', '联系地址'],
    school: ['学校名称', '学校/单位', '就读学校'],
    className: ['年级', '年级班级', 'class'],
    levelName: ['等级', '会员级别', '级别'],
    sourceName: ['会员来源', '客户来源', '渠道'],
    inviterNo: ['推荐人', '介绍人', '推荐人编号', '推荐人卡号'],
    allergy: ['过敏', '药物过敏'],
    note: ['说明', 'remark'],
    examDate: ['检查时间', '测量日期'],
    alOd: ['眼轴右', '右眼轴', 'AL右', 'ALOD'],
    alOs: ['眼轴左', '左眼轴', 'AL左', 'ALOS'],
    seOd: ['等效球镜右', 'SE右', 'SEOD'],
    seOs: ['等效球镜左', 'SE左', 'SEOS'],
  },
  layouts: [olsm],
  prepare,
  write: (cx, row, index, prepared) => writeMember(cx, row, index, prepared, false),
  root: {
    table: 'patient',
    names: async (cx, ids) =>
      new Map(
        (
          await cx.db.rows(
            { pid: 'number', what: 'string' },
            sql`select pid, name || ' ' || member_no what from patient where pid = any(${ids})`,
          )
        ).map((r) => [r.pid, r.what]),
      ),
    used: wallets,
  },
}

/** Potential members: the same file, people who are not members yet. */
export const importPotentials: ImportSpec<typeof ImportPatient, Prepared> = {
  ...importPatients,
  label: '潜在会员',
  write: (cx, row, index, prepared) => writeMember(cx, row, index, prepared, true),
}
