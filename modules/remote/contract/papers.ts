/**
 * The report of a consultation: who asked whom, the question and what was sent with it, the opinion, the pictures it speaks of, the
 * signature.
 */
import { ask, idAt, paper, papers, personFacts, wordOf } from '#kernel/contract/index.ts'
import { pictureBlock } from '#modules/exams/contract/papers.pictures.ts'
import { remote } from './endpoints.ts'
import { remoteRecord } from './states.ts'

const report = paper({
  title: '远程会诊记录',
  sizes: ['A4', 'A5'],
  optional: { pictures: '图像' },
  calls: {
    // The seeds call the number of the report so.
    record: ask(remote['remote.record.print'], (place) => ({ id: idAt(place, 'userId') })),
  },
  sheet: ({ record }, words) => {
    const { t, tr } = words
    const texts: ReadonlyArray<readonly [title: string, text: string | null]> = [
      ['会诊问题', record.case.question],
      ['病例资料', record.case.pack.map((item) => tr(item.label)).join('；')],
      ['会诊意见', record.opinion],
      ['处理建议', record.advice],
      ['在场', record.present.map((p) => `${p.name} ${p.from.slice(11, 16)}–${p.to?.slice(11, 16) ?? ''}`).join('；')],
    ]
    return {
      clinic: record.hospitalName,
      blocks: [
        record.status !== remoteRecord.is.signed && { is: 'text', weight: 'strong', text: tr(wordOf(remoteRecord, record.status)) },
        {
          is: 'facts',
          items: [
            ...personFacts({ ...record.case, name: record.patientName, memberNo: null }, record.case.startAt.slice(0, 10), words).slice(
              0,
              3,
            ),
            ['申请医生', record.case.doctorName],
            ['专家', record.expertName],
            ['时间', record.case.startAt.slice(0, 16)],
          ],
        },
        ...texts.map(([title, text]) => text && ({ is: 'text', title, text } as const)),
        ...record.pictures.map((image) => ({ ...pictureBlock(image, words), name: 'pictures' })),
        record.signerName && {
          is: 'text',
          weight: 'small',
          text: `${t`签名：${record.signerName}`} ${record.signedAt?.slice(0, 16) ?? ''}`,
        },
      ],
    }
  },
})

export default papers({ '/remote-record-print/{userId}': report })
