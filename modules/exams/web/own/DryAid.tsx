/**
 * Beside a dry-eye examination: the questionnaire's score and which limb of the consensus the values meet. A hint; the diagnosis is a
 * doctor's.
 */
import { showNumber } from '#kernel/contract/index.ts'
import { EyeTag, Panel, t, tr } from '#kernel/web/index.ts'
import { dryAid, DRY_SOURCE, osdiBand, osdiOf, type DryAid as Aid, type Test } from '../../contract/aids/dry.ts'
import type { BesideProps } from '../extras.ts'

const TESTS: Readonly<Record<Test, string>> = { fbut: 'FBUT', nibut: 'NIBUT', schirmer: 'Schirmer' }
const UNITS: Readonly<Record<Test, string>> = { fbut: 's', nibut: 's', schirmer: 'mm' }

export default function DryAid({ values }: BesideProps) {
  const osdi = osdiOf(values)
  return (
    <Panel title={t`干眼提示`} note={t`不是诊断`}>
      <div className="growth-words">
        {osdi && (
          <p>
            OSDI <strong className="num">{showNumber(osdi.score, 1)}</strong> {tr(osdiBand(osdi.score))}{' '}
            <span className="soft num">{osdi.formula}</span>
          </p>
        )}
        {(['Od', 'Os'] as const).map((eye) => (
          <p key={eye}>
            <EyeTag eye={eye === 'Od' ? 'od' : 'os'} /> {wordsOf(dryAid(values, eye))}
          </p>
        ))}
        <p className="soft">{tr(DRY_SOURCE)}</p>
      </div>
    </Panel>
  )
}
const firedOf = (aid: Aid): string => aid.fired.map(({ test, value }) => `${TESTS[test]} ${showNumber(value, 1)} ${UNITS[test]}`).join('、')
function wordsOf(aid: Aid): string {
  if (aid.limb === 1) return t`符合第一条：有症状，${firedOf(aid)}`
  if (aid.limb === 2) return t`符合第二条：有症状，${firedOf(aid)}，染色不少于 5 点`
  if (aid.lacks.includes('signs')) return t`还没有泪膜检查值`
  if (aid.lacks.includes('symptom')) return t`还没有询问症状`
  if (aid.lacks.includes('staining')) return t`${firedOf(aid)}：请做染色并填写点数`
  return t`两条都不符合`
}
