/**
 * The arithmetic of a first lens beside a fitting: from the first record's flat K and sphere through the table of a design, taken over with
 * one press.
 */
import { Button } from 'antd'
import { useState } from 'react'
import { inUse } from '#kernel/contract/index.ts'
import { t, tr, EyeTag, useCall, useWho, type FormState } from '#kernel/web/index.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import type { Body } from '../../contract/kinds/kind.ts'
import { propose } from '../../contract/okjing/design.ts'
import { SIDES, sideOf } from '../../contract/okjing/take.ts'

const num = (body: Body, name: string): number | undefined => (typeof body[name] === 'number' ? body[name] : undefined)

export function Helper({ form, first }: { form: FormState; first: Body }) {
  const { hid } = useWho()
  const [chosen, choose] = useState<number>()
  const designs = useCall(settings['settings.ok-designs.list'], { hid, status: inUse.is.on })
  const list = designs.data?.list ?? []
  const design = list.find((d) => d.id === chosen) ?? list[0]
  if (!design) return <p className="soft">{t`还没有塑形镜设计，可在运营设置中添加`}</p>
  const proposals = SIDES.flatMap((eye) => {
    const [k, sphere] = [num(first, `k1${sideOf(eye)}`), num(first, `ds${sideOf(eye)}`)]
    return k === undefined || sphere === undefined ? [] : [{ eye, ...propose(design, k, sphere) }]
  })
  const take = () => {
    const lenses = proposals.flatMap(({ eye, lens }) =>
      lens ? [...Object.entries(lens), ['fitted', true] as const].map(([n, v]) => [`${n}${sideOf(eye)}`, v] as const) : [],
    )
    const trace = proposals.flatMap(({ eye, steps }) => steps.map((says) => ({ eye, says })))
    form.setAll({ ...Object.fromEntries(lenses), designId: design.id, family: design.family, product: design.name, trace })
  }
  return (
    <section className="panel plain ok-helper">
      <h3>
        {t`试算`}
        <select aria-label={t`镜片设计`} value={design.id} onChange={(e) => choose(Number(e.target.value))}>
          {list.map((d) => (
            <option key={d.id} value={d.id}>
              {d.name}
            </option>
          ))}
        </select>
        {proposals.some((p) => p.lens) && <Button size="small" onClick={take}>{t`采用试算`}</Button>}
      </h3>
      {proposals.map(({ eye, steps }) => (
        <p key={eye}>
          <EyeTag eye={eye} /> <span className="num">{steps.map((s) => tr(s)).join('；')}</span>
        </p>
      ))}
      {proposals.length === 0 && <p className="soft">{t`初诊记录没有平K 和球镜，无法试算`}</p>}
    </section>
  )
}
