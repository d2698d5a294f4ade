/** Beside a binocular examination: the criteria of comfort, and the patterns the values would fit. */
import { ageOn, showNumber } from '#kernel/contract/index.ts'
import { Panel, t, tr, type FormValues } from '#kernel/web/index.ts'
import { acaOf, criteriaOf, patternsOf } from '../../contract/aids/binocular.ts'
import type { BesideProps } from '../extras.ts'
import { useBirth } from '../form/useExams.ts'
import { usePlace } from '../visit/place.ts'

export default function Binocular({ values, exam }: BesideProps) {
  const { pid } = usePlace()
  const birth = useBirth(pid)
  const day = exam?.examTime ?? new Date().toISOString()
  return <Analysis values={values} age={birth ? (ageOn(birth, day.slice(0, 10))?.years ?? null) : null} />
}

/** The same for a page of its own. The pupillary distance is that of the member, for the AC/A of phorias. */
export function Analysis({ values, age, pdMm = null }: { values: FormValues; age: number | null; pdMm?: number | null }) {
  return (
    <>
      <Comfort values={values} pdMm={pdMm} />
      <Patterns values={values} age={age} />
    </>
  )
}
function Comfort({ values, pdMm }: { values: FormValues; pdMm: number | null }) {
  const [criteria, aca] = [criteriaOf(values), acaOf(values, pdMm)]
  if (!criteria.length && !aca) return null
  return (
    <Panel title={t`舒适准则`}>
      <div className="growth-words">
        {aca && (
          <p>
            AC/A <strong className="num">{showNumber(aca.aca, 1)}</strong> <span className="soft num">{aca.formula}</span>
          </p>
        )}
        {criteria.map((one) => (
          <p key={`${one.name}${one.at}`}>
            {one.name} {one.at === 'far' ? t`远` : t`近`}：
            {one.met ? t`符合` : t`不符合，缓解棱镜 ${showNumber(one.prism, 2)}Δ ${one.base === 'IN' ? 'BI' : 'BO'}`}{' '}
            <span className="soft num">{one.formula}</span>
          </p>
        ))}
      </div>
    </Panel>
  )
}
function Patterns({ values, age }: { values: FormValues; age: number | null }) {
  const patterns = patternsOf(values, age)
  if (!patterns.length) return null
  return (
    <Panel title={t`可能的类型`} note={t`供参考，不是诊断`}>
      <div className="growth-words">
        {patterns.map((pattern) => (
          <p key={pattern.name}>
            <b>{tr(pattern.name)}</b> <span className="soft">{pattern.because.map((sign) => tr(sign)).join('、')}</span>
          </p>
        ))}
      </div>
    </Panel>
  )
}
