/** A history as it was told, with the family, on A4: for the record and for the parents' signature. */
import { ask, idAt, metaOf, paper, papers, personFacts, show, ageIn } from '#kernel/contract/index.ts'
import { patients } from './endpoints.ts'
import { OthersInfo } from './shapes.ts'
import { Relative } from './shapes.record.ts'

const labelOf = (key: keyof typeof OthersInfo.shape): string => metaOf(OthersInfo.shape[key]).label ?? key
const facts = ['parentsMyopic', 'outdoorHours', 'nearWorkHours', 'allergy'] as const
const texts = ['eyeHistory', 'familyHistory', 'treatments', 'note'] as const

const history = paper({
  title: '病史记录',
  sizes: ['A4', 'A5'],
  optional: { family: '家庭成员' },
  calls: {
    history: ask(patients['patients.others-info.by-id'], (place) => ({ id: idAt(place, 'othersInfoId') })),
    patient: ask(patients['patients.get'], (place) => ({ id: idAt(place, 'patientId') })),
    family: ask(patients['patients.others-info.family'], (place) => ({ pid: idAt(place, 'patientId') })),
  },
  sheet: ({ history: entry, patient, family }, words, place) => {
    const { t, tr } = words
    const signatures = ['记录人签名', '会员或监护人签名']
    if (entry?.pid !== idAt(place, 'patientId')) return { signatures, blocks: [{ is: 'text', text: t`没有这份病史` }] }
    return {
      signatures,
      blocks: [
        {
          is: 'facts',
          items: [
            ...personFacts(patient, entry.at, words),
            ['监护人', patient.guardian],
            ['联系电话', patient.mobile],
            ['记录时间', entry.at.slice(0, 16)],
            ...facts.map((key) => [labelOf(key), tr(show(OthersInfo.shape[key], entry[key]))] as const),
          ],
        },
        ...texts.map((key) => entry[key] && ({ is: 'text', title: labelOf(key), text: entry[key] } as const)),
        family.persons.length > 0 && { is: 'text', name: 'family', weight: 'strong', text: t`家庭成员` },
        family.persons.length > 0 && {
          is: 'table',
          name: 'family',
          columns: ['关系', '姓名', '年龄', '是否近视', '监护人'],
          rows: family.persons.map((p) => [
            tr(show(Relative.shape.relation, p.relation)),
            p.name,
            ageIn(words, p.birth, entry.at),
            tr(show(Relative.shape.myopic, p.myopic)),
            p.isGuardian ? t`是` : '',
          ]),
        },
      ],
    }
  },
})

export default papers({ '/historyPrint/{patientId}/{othersInfoId}': history })
