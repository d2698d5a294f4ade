/** The form of a member: registering and changing. Warns while typing when the person seems to be here already. */
import { useEffect, useState } from 'react'
import { compareFacts, showGender } from '#kernel/contract/index.ts'
import { Age, Choose, Form, t, tr, useCall, useWho, type FormItem, type FormState, type FormValues } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { emptied, type Patient, type PatientHit, type SavePatient } from '../../contract/shapes.ts'
import { useChoices } from './choices.ts'
import '../patients.css'

export interface PatientFormProps {
  /** The member as read, or what a new one starts with. */
  initial?: Partial<Patient> | undefined
  /** Only what the front desk needs at the counter. */
  short?: boolean
  onDone: (patient: Patient) => void
  onLeave?: () => void
  /** Takes the person who is here already instead of registering one. */
  onTwin?: (hit: PatientHit) => void
  readOnly?: boolean
}

type Field = FormItem<keyof SavePatient & string>
const person: Field = {
  group: '个人',
  items: [
    'name',
    'gender',
    'birth',
    'mobile',
    'mobile2',
    'guardian',
    { key: 'idCard', hint: t`填写后自动带出生日和性别` },
    'school',
    'className',
    'occupation',
    { key: 'address', span: 12 },
  ],
}

export function PatientForm({ initial, short = false, onDone, onLeave, onTwin, readOnly = false }: PatientFormProps) {
  const { hid } = useWho()
  const { levels, sources, staff } = useChoices(initial?.hid ?? hid, initial)
  const pid = initial?.pid
  const whole: Field[] = [
    person,
    {
      group: '会员',
      items: [
        { key: 'levelId', options: levels },
        { key: 'sourceId', options: sources },
        { key: 'staffCtid', options: staff },
        { key: 'inviterPid', control: (form, id) => <Inviter form={form} id={id} pid={pid} disabled={readOnly} /> },
        'nextFollowAt',
        'isPotential',
      ],
    },
    { group: '健康', items: ['allergy', 'parentsMyopic', { key: 'eyeHistory', span: 12 }, { key: 'familyHistory', span: 12 }, 'note'] },
  ]
  const brief: Field[] = ['name', 'gender', 'birth', 'mobile', 'guardian', 'school', { key: 'sourceId', options: sources }, 'allergy']
  return (
    <Form
      of={patients['patients.save']}
      initial={initial}
      rules={rules}
      readOnly={readOnly}
      {...(onLeave ? { onLeave } : {})}
      fields={[
        {
          render: (form) => (
            <>
              <Twins values={form.values} pid={pid} {...(onTwin ? { take: onTwin } : {})} />
              <FromIdCard form={form} />
            </>
          ),
        },
        ...(short ? brief : whole),
      ]}
      fixed={pid ? { pid, version: initial.version } : { hid }}
      draft={pid ? `patient-${pid}` : 'patient-new'}
      before={(values) => (pid ? { ...Object.fromEntries(emptied.map((key) => [key, null])), ...values } : values)}
      invalidates={[patients['patients.list'], patients['patients.index'], patients['patients.get'], patients['patients.search-by-name']]}
      onDone={(patient) => onDone(patient)}
    />
  )
}

/** Who recommended the member: any other member of the chain. */
function Inviter({ form, id, pid, disabled }: { form: FormState; id: string; pid: number | undefined; disabled: boolean }) {
  const { inviterPid } = form.values
  const chosen = typeof inviterPid === 'number' ? inviterPid : undefined
  const member = useCall(patients['patients.get'], { id: chosen ?? 0 }, { enabled: Boolean(chosen), stale: 60_000 })
  return (
    <Choose
      id={id}
      of={patients['patients.search-by-name']}
      input={{ hid: 0, name: '-' }}
      search="name"
      value="pid"
      label={(hit) => [hit.name, hit.memberNo, hit.mobile].filter(Boolean).join(' ')}
      chosen={chosen}
      chosenLabel={member.data && `${member.data.name} ${member.data.memberNo}`}
      disabled={disabled}
      placeholder={t`姓名、拼音首字母、手机尾号、会员号`}
      onChange={(to) => to !== pid && form.set('inviterPid', to)}
    />
  )
}

const rules = ({ idCard, birth }: FormValues) => {
  const born = bornIn(idCard)
  return born && compareFacts(born, typeof birth === 'string' ? birth : undefined) === 'different'
    ? [{ field: 'birth', sentence: t`与身份证上的 ${born} 不一致` }]
    : []
}
const bornIn = (card: unknown): string | undefined =>
  typeof card === 'string' && /^\d{17}[\dXx]$/.test(card) ? `${card.slice(6, 10)}-${card.slice(10, 12)}-${card.slice(12, 14)}` : undefined

/** The birthday and the sex stand in the identity number: digits 7 to 14, and digit 17, odd for men (GB 11643-1999). */
function FromIdCard({ form }: { form: FormState }) {
  const { idCard, birth, gender } = form.values
  const { setAll } = form
  useEffect(() => {
    const born = bornIn(idCard)
    if (!born) return
    const sex = Number(String(idCard)[16]) % 2 === 1 ? 0 : 1
    const found = { ...(birth ? {} : { birth: born }), ...(gender === undefined || gender === null ? { gender: sex } : {}) }
    if (Object.keys(found).length) setAll(found)
  }, [idCard, birth, gender, setAll])
  return null
}

/** People who could be the one being typed: the same number, or the same name. */
function Twins({ values, pid, take }: { values: FormValues; pid: number | undefined; take?: (hit: PatientHit) => void }) {
  const twins = useTwins(String(values.name ?? '').trim(), String(values.mobile ?? '').replace(/\D/g, '')).filter((p) => p.pid !== pid)
  if (!twins.length) return null
  return (
    <div className="member-twins" role="status">
      {t`可能已有这位会员，请先核对：`}
      <ul>
        {twins.map((p) => (
          <li key={p.pid} className="num">
            {take ? (
              <button type="button" className="link" onClick={() => take(p)}>
                {p.name}
              </button>
            ) : (
              <a href={`/patients/detail/${p.pid}/home`} target="_blank" rel="noreferrer">
                {p.name}
              </a>
            )}
            <span>{tr(showGender(p.gender))}</span>
            <span>
              <Age birth={p.birth} />
            </span>
            <span>{p.mobile ?? ''}</span>
            <span className="soft">{p.memberNo}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function useTwins(name: string, mobile: string): readonly PatientHit[] {
  const { hid } = useWho()
  const typed = `${name}|${mobile}`
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const still = settled === typed
  const [hasNumber, hasName] = [mobile.length >= 7, name.length >= 2]
  const byNumber = useCall(
    patients['patients.search-by-name'],
    { hid, name: mobile || '-', limit: 5 },
    { enabled: still && hasNumber, stale: 30_000 },
  )
  const byName = useCall(
    patients['patients.search-by-name'],
    { hid, name: name || '-', limit: 5 },
    { enabled: still && hasName, stale: 30_000 },
  )
  const same = [
    ...(hasNumber ? (byNumber.data?.list ?? []) : []),
    ...(hasName ? (byName.data?.list ?? []).filter((p) => p.name === name) : []),
  ]
  return same.filter((p, i) => same.findIndex((q) => q.pid === p.pid) === i)
}
