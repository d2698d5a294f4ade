/** The family on the member's page: who belongs to it, whose eyes are myopic, who decides; and naming one more. */
import { Button, Drawer } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fieldsOf, metaOf, show } from '#kernel/contract/index.ts'
import {
  Age,
  Badge,
  Can,
  Empty,
  Form,
  Link,
  Panel,
  Until,
  confirm,
  t,
  toast,
  tr,
  useCall,
  useSend,
  type FormState,
} from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { Patient } from '../../contract/shapes.ts'
import { Relative, type FamilyInfo } from '../../contract/shapes.record.ts'
import { PatientPicker } from '../picker/PatientPicker.tsx'

const stale = [patients['patients.others-info.family'], patients['patients.index'], patients['patients.get']]
const relationWord = (relation: Relative['relation']): string => tr(metaOf(Relative.shape.relation).options![String(relation)]!)

export function Family({ pid }: { pid: number }) {
  const [edited, setEdited] = useState<Partial<Relative>>()
  const family = useCall(patients['patients.others-info.family'], { pid }, { live: ['patients'] })
  const remove = useSend(patients['patients.family.delete'], { invalidates: stale, onSuccess: () => toast(t`已删除`, 'ok') })
  const ask = async (id: number, name: string) => {
    if (await confirm({ message: t`删除与“${name}”的关系？会员资料不受影响`, danger: true, ok: t`删除` })) remove.mutate({ id })
  }
  return (
    <Panel
      title={t`家庭成员`}
      note={family.data && t`父母近视：${eyesOf(family.data)}`}
      actions={
        <Can code="patient:save">
          <Button size="small" icon={<Plus size={14} />} onClick={() => setEdited({})}>{t`添加家人`}</Button>
        </Can>
      }
    >
      <Until of={family}>
        {family.data?.persons.length ? (
          <ul className="member-family">
            {family.data.persons.map((p) => (
              <Person
                key={`${p.id ?? 's'}-${p.otherPid ?? p.name}`}
                of={p}
                edit={() => setEdited(p)}
                remove={(id) => void ask(id, p.name)}
              />
            ))}
          </ul>
        ) : (
          <Empty text={t`还没有家庭成员。登记父母后可以看到兄弟姐妹和父母近视情况`} />
        )}
      </Until>
      <Drawer
        title={edited?.id ? t`修改家人` : t`添加家人`}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        size={560}
        destroyOnHidden
      >
        {edited && <FamilyForm pid={pid} of={edited} done={() => setEdited(undefined)} />}
      </Drawer>
    </Panel>
  )
}
const eyesOf = (family: FamilyInfo): string => tr(show(fieldsOf(Patient).parentsMyopic!, family.parentsMyopic))

/** One of the family. Relations that follow from others, or stand in the other's record, are changed there. */
function Person({ of: relative, edit, remove }: { of: Relative; edit: () => void; remove: (id: number) => void }) {
  const { id, otherPid } = relative
  return (
    <li>
      <span className="soft">{relationWord(relative.relation)}</span>
      {otherPid ? (
        <Link to={`/patients/detail/${otherPid}/home`}>
          <strong>{relative.name}</strong>
        </Link>
      ) : (
        <strong>{relative.name}</strong>
      )}
      {relative.birth && (
        <span>
          <Age birth={relative.birth} />
        </span>
      )}
      <span className="num">{relative.mobile ?? ''}</span>
      {relative.isGuardian && <Badge tone="info">{t`监护人`}</Badge>}
      {relative.myopic !== null && <Badge tone={relative.myopic ? 'warn' : 'neutral'}>{relative.myopic ? t`近视` : t`不近视`}</Badge>}
      {id === null && <span className="soft">{t`同一父母`}</span>}
      <span className="member-family-tools">
        {id !== null && (
          <Can code="patient:save">
            {relative.relation !== 5 && (
              <button type="button" className="icon-btn" aria-label={t`修改 ${relative.name}`} onClick={edit}>
                <Pencil size={14} />
              </button>
            )}
            <button type="button" className="icon-btn" aria-label={t`删除 ${relative.name}`} onClick={() => remove(id)}>
              <Trash2 size={14} />
            </button>
          </Can>
        )}
      </span>
    </li>
  )
}

const isParent = (relation: unknown): boolean => relation === 1 || relation === 2
function FamilyForm({ pid, of: relative, done }: { pid: number; of: Partial<Relative>; done: () => void }) {
  const picker = (form: FormState, id: string) => (
    <PatientPicker
      id={id}
      chosen={form.values.otherPid as number | undefined}
      allowNew={false}
      onChange={(otherPid) => form.set('otherPid', otherPid)}
    />
  )
  return (
    <Form
      of={patients['patients.family.save']}
      fixed={{ pid, ...(relative.id ? { id: relative.id } : {}) }}
      initial={relative.id ? { ...relative, ...(relative.otherPid ? { name: null, mobile: null } : {}) } : { isGuardian: false }}
      invalidates={stale}
      onLeave={done}
      onDone={() => (toast(t`已保存`, 'ok'), done())}
      fields={[
        { key: 'relation', span: 12 },
        { key: 'otherPid', label: '会员', span: 12, control: picker, hint: t`家人也是会员时选择；不是会员时填写姓名` },
        { key: 'name', when: (v) => !v.otherPid },
        { key: 'mobile', when: (v) => !v.otherPid },
        { key: 'myopic', when: (v) => isParent(v.relation), hint: t`父母双方都填写后，自动更新会员的父母近视` },
        'isGuardian',
        { key: 'note', span: 12 },
      ]}
    />
  )
}
