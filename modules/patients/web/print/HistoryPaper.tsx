/** A history as it was told, with the family, on A4: for the record and for the parents' signature. */
import { fieldsOf, metaOf, show, showAge, showGender } from '#kernel/contract/index.ts'
import { PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { OthersInfo } from '../../contract/shapes.ts'
import { Relative } from '../../contract/shapes.record.ts'

const fields = fieldsOf(OthersInfo)
const facts = ['parentsMyopic', 'outdoorHours', 'nearWorkHours', 'allergy'] as const
const texts = ['eyeHistory', 'familyHistory', 'treatments', 'note'] as const

export default function HistoryPaper() {
  const pid = useId('patientId')
  const history = useCall(patients['patients.others-info.by-id'], { id: useId('othersInfoId') })
  const patient = useCall(patients['patients.get'], { id: pid })
  const family = useCall(patients['patients.others-info.family'], { pid })
  const of = history.data?.pid === pid ? history.data : undefined
  return (
    <PrintSheet paper="A4" title="病史记录" of={[history, patient, family]} signatures={['记录人签名', '会员或监护人签名']}>
      {of && patient.data ? (
        <>
          <PaperFacts
            items={[
              ['姓名', patient.data.name],
              ['性别', tr(showGender(patient.data.gender))],
              ['年龄', showAge(patient.data.birth, of.at)],
              ['会员号', patient.data.memberNo],
              ['监护人', patient.data.guardian],
              ['联系电话', patient.data.mobile],
              ['记录时间', of.at.slice(0, 16)],
              ...facts.map((key) => [metaOf(fields[key]!).label!, tr(show(fields[key]!, of[key]))] as const),
            ]}
          />
          {texts.map(
            (key) =>
              of[key] && (
                <section key={key}>
                  <h3>{tr(metaOf(fields[key]!).label!)}</h3>
                  <p style={{ whiteSpace: 'pre-line' }}>{of[key]}</p>
                </section>
              ),
          )}
          {family.data && family.data.persons.length > 0 && (
            <section>
              <h3>{t`家庭成员`}</h3>
              <PaperTable
                columns={['关系', '姓名', '年龄', '是否近视', '监护人']}
                rows={family.data.persons.map((p) => [
                  tr(show(Relative.shape.relation, p.relation)),
                  p.name,
                  showAge(p.birth, of.at),
                  tr(show(Relative.shape.myopic, p.myopic)),
                  p.isGuardian ? t`是` : '',
                ])}
              />
            </section>
          )}
        </>
      ) : (
        <p>{t`没有这份病史`}</p>
      )}
    </PrintSheet>
  )
}
