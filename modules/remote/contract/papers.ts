/** The report of a consultation: who asked whom, the question and what was sent with it, the opinion, the pictures it speaks of, the signature. */
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
    record: ask(remote['remote.record.print'], (at) => ({ id: idAt(at, 'userId') })),
  },
  sheet: ({ record: of }, words) => {
    const { t, tr } = words
    const texts: ReadonlyArray<readonly [title: string, text: string | null]> = [
      ['会诊问题', of.case.question],
      ['病例资料', of.case.pack.map((item) => tr(item.label)).join('；')],
      ['会诊意见', of.opinion],
      ['处理建议', of.advice],
      ['在场', of.present.map((p) => `${p.name} ${p.from.slice(11, 16)}–${p.to?.slice(11, 16) ?? ''}`).join('；')],
    ]
    return {
      clinic: of.hospitalName,
      blocks: [
        of.status !== remoteRecord.is.signed && { is: 'text', weight: 'strong', text: tr(wordOf(remoteRecord, of.status)) },
        {
          is: 'facts',
          items: [
            ...personFacts({ ...of.case, name: of.patientName, memberNo: null }, of.case.startAt.slice(0, 10), words).slice(0, 3),
            ['申请医生', of.case.doctorName],
            ['专家', of.expertName],
            ['时间', of.case.startAt.slice(0, 16)],
          ],
        },
        ...texts.map(([title, text]) => text && ({ is: 'text', title, text } as const)),
        ...of.pictures.map((image) => ({ ...pictureBlock(image, words), name: 'pictures' })),
        of.signerName && { is: 'text', weight: 'small', text: `${t`签名：${of.signerName}`} ${of.signedAt?.slice(0, 16) ?? ''}` },
      ],
    }
  },
})

export default papers({ '/remote-record-print/{userId}': report })
