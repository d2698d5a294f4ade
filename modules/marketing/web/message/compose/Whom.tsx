/** Whom: conditions that read as one sentence, who falls out, and the number that is left. */
import { Select } from 'antd'
import { asTree } from '#kernel/contract/segments/condition.ts'
import { Panel, t, useCall, useWho } from '#kernel/web/index.ts'
import { useState } from 'react'
import { marketing } from '../../../contract/endpoints.ts'
import { rowsOfTree } from '../../../contract/segments/rows.ts'
import type { Target } from '../../../contract/shapes.ts'
import { ruleStates } from '../../../contract/states.ts'
import { Conditions } from '../../segments/Conditions.tsx'
import { Waterfall } from '../../segments/Waterfall.tsx'
import type { PartProps, Sum } from './draft.ts'

const FEW = 3
export function Whom({ draft, set, target, sum }: PartProps & { target: Target | undefined; sum: Sum }) {
  const { hid } = useWho()
  const [isWhole, setWhole] = useState(false)
  const list = useCall(marketing['segments.list'], { hid }).data ?? []
  const chosen = list.find((s) => s.id === draft.segmentId)
  const people = target?.people ?? []
  return (
    <Panel title={t`1 给谁`} note={chosen ? t`人群“${chosen.name}”第 ${chosen.no} 版` : t`选人群，或写条件`}>
      <div className="wording" data-field="tree">
        <Select
          allowClear
          value={draft.segmentId}
          placeholder={t`从人群开始`}
          aria-label={t`从人群开始`}
          options={list
            .filter((s) => s.status === ruleStates.is.active)
            .map((s) => ({ value: s.id, label: `${s.name} · ${t`第 ${s.no} 版`}` }))}
          onChange={(segmentId: number | undefined) => {
            const rows = rowsOfTree(asTree(list.find((s) => s.id === segmentId)?.tree ?? { all: [] })) ?? []
            set({ segmentId: segmentId ?? null, rows })
          }}
        />
      </div>
      <Conditions rows={draft.rows} purpose={draft.purpose} onChange={(rows) => set({ rows })} />
      {target && draft.rows.length > 0 && (
        <>
          <Waterfall of={target} />
          <ul className="composer-people">
            {people.slice(0, isWhole ? people.length : FEW).map(({ pid, name, age, facts }) => (
              <li key={pid}>
                <b>{name}</b>
                {age !== null && <span className="soft">{t`${age} 岁`}</span>}
                <small className="soft">{facts.map((fact) => `${fact.label} ${fact.words}`).join('，')}</small>
              </li>
            ))}
          </ul>
          <div className="composer-foot">
            <strong className="num">{sum.numbers}</strong>
            <span>
              {draft.purpose === 'care' ? t`家，一个不留：关怀不设对照组` : t`个号码，留 ${sum.control} 个作对照，发 ${sum.sending}`}
              {people.length > FEW && (
                <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
                  {isWhole ? t`收起` : t`看 ${people.length} 人，每人写明为什么是他`}
                </button>
              )}
            </span>
          </div>
        </>
      )}
    </Panel>
  )
}
