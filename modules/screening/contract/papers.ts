/**
 * Papers of a screening: parents' letters of a class, the letter to the doctor, the teacher's list, the school's report. None of them
 * diagnoses.
 */
import {
  ask,
  idAt,
  paper,
  papers,
  showRx,
  z,
  type Block,
  type PaperPlace,
  type PaperSheet,
  type PaperWords,
} from '#kernel/contract/index.ts'
import { resultEndpoints } from './endpoints.results.ts'
import { headlineOf } from './letter/headline.ts'
import { regionReport, schoolReport } from './papers.rates.ts'
import type { LetterPaper, Seats } from './shapes.results.ts'

const place = (of: { schoolName: string | null; gradeName: string | null; className: string | null }, { tr }: PaperWords): string =>
  [of.schoolName, of.gradeName && tr(of.gradeName), of.className].filter(Boolean).join(' ')
/** A class at most: each letter is a page of its own. */
const resultIds = z.string().regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
const eyes = (letter: LetterPaper): Block => ({
  is: 'eyes',
  columns: [
    ['now', '裸眼视力'],
    ['former', '上次'],
    ['corrected', '戴镜视力'],
  ],
  od: { now: letter.od.now ?? '—', former: letter.od.former ?? '—', corrected: letter.od.corrected ?? '—' },
  os: { now: letter.os.now ?? '—', former: letter.os.former ?? '—', corrected: letter.os.corrected ?? '—' },
})
const NOT_A_DIAGNOSIS = '筛查只是提示，不是诊断；是不是、有多少度，要散瞳验光后由医生说。'

function letterSheet(letter: LetterPaper, words: PaperWords, position: PaperPlace): PaperSheet {
  const { t, tr } = words
  const [first, second] = headlineOf(letter, words)
  const hints = letter.hints.map((hint) => `「${tr(hint)}」`).join('')
  return {
    clinic: letter.clinic,
    codes: [{ is: 'code', as: 'qr', of: `${position.origin}/eyefile/result?code=${letter.code}` }],
    blocks: [
      {
        is: 'facts',
        items: [
          ['姓名', letter.name],
          ['班级', place(letter, words)],
          ['筛查日期', letter.measuredOn],
          ['通知单码', letter.code],
        ],
      },
      { is: 'text', weight: 'strong', text: `${first}${second}` },
      hints !== '' && { is: 'text', text: `${t`这次提示`}${hints}。${tr(NOT_A_DIAGNOSIS)}` },
      eyes(letter),
      ...letter.advice.map(({ title, text }, i): Block => ({ is: 'text', text: `${i + 1}. ${tr(title)}：${tr(text)}` })),
      letter.desk !== null && { is: 'text', weight: 'small', text: t`课桌 ${letter.desk} cm，椅子 ${letter.chair ?? '—'} cm` },
      { is: 'text', weight: 'small', text: t`扫码，或打开“孩子的眼睛”输入通知单码和出生日期，可再看结果。` },
    ],
    foot: [letter.isSigned ? t`已签发` : '', letter.clinicPhone ?? '', `${tr('标准')} ${letter.standard}`].filter(Boolean).join(' · '),
  }
}
const letters = paper({
  title: '视力筛查结果告知书',
  sizes: ['A5', 'A4'],
  params: { resultIds },
  each: (at) => (at.params.resultIds ?? '').split(',').map((id) => ({ ...at, params: { ...at.params, resultIds: id } })),
  calls: {
    letters: ask(resultEndpoints['eyefile.results.letters'], (at) => ({ id: idAt(at, 'taskId'), resultId: idAt(at, 'resultIds') })),
  },
  sheet: ({ letters: { list } }, words, position) => {
    const [letter] = list
    return letter ? letterSheet(letter, words, position) : { blocks: [{ is: 'text', text: words.t`没有可打印的结果` }] }
  },
})

const referral = paper({
  title: '视力筛查转诊单',
  sizes: ['A5', 'A4'],
  calls: {
    letters: ask(resultEndpoints['eyefile.results.letters'], (at) => ({ id: idAt(at, 'taskId'), resultId: idAt(at, 'resultId') })),
  },
  sheet: ({ letters: { list } }, words) => {
    const { t, tr } = words
    const [letter] = list
    if (!letter) return { blocks: [{ is: 'text', text: t`没有可打印的结果` }] }
    const refraction = (side: 'Od' | 'Os') => {
      const sph = letter[`ds${side}`]
      return sph === null ? '—' : showRx({ sph, cyl: letter[`dc${side}`] ?? 0, axis: letter[`ax${side}`] })
    }
    return {
      clinic: letter.clinic,
      signatures: ['筛查人员签名', '接诊医生签名'],
      blocks: [
        {
          is: 'facts',
          items: [
            ['姓名', letter.name],
            ['出生日期', letter.birth],
            ['班级', place(letter, words)],
            ['筛查日期', letter.measuredOn],
            ['请在此前就诊', letter.visitBy],
            ['检查者', letter.staffName],
          ],
        },
        eyes(letter),
        {
          is: 'table',
          columns: ['眼别', '电脑验光（非散瞳）'],
          rows: [
            [tr('右眼'), refraction('Od')],
            [tr('左眼'), refraction('Os')],
          ],
        },
        { is: 'text', title: '提示', text: letter.hints.map((hint) => `「${tr(hint)}」`).join('') || '—' },
        { is: 'text', weight: 'small', text: tr(NOT_A_DIAGNOSIS) },
        { is: 'text', title: '接诊意见', text: ' ' },
      ],
      foot: `${tr('标准')} ${letter.standard}`,
    }
  },
})

const reminder = ({ isMissing, wears }: Seats['rows'][number], { tr }: PaperWords): string => {
  if (isMissing) return tr('待补测')
  return wears ? tr('上课戴好眼镜') : ''
}
const teacher = paper({
  title: '座位与桌椅建议',
  sizes: ['A4', 'A5'],
  calls: {
    seats: ask(resultEndpoints['eyefile.results.seats'], (at) => ({ id: idAt(at, 'taskId'), groupId: idAt(at, 'groupId') })),
  },
  sheet: ({ seats }, words) => {
    const { t, tr } = words
    const missing = seats.rows.filter(({ isMissing }) => isMissing).length
    const sets = new Map<string, number>()
    for (const { desk, chair } of seats.rows) {
      if (desk === null || chair === null) continue
      // Furniture comes in steps of 3 cm.
      const set = `${Math.round(desk / 3) * 3} / ${Math.round(chair / 3) * 3}`
      sets.set(set, (sets.get(set) ?? 0) + 1)
    }
    return {
      title: `${place({ ...seats, schoolName: null }, words)} ${tr('座位与桌椅建议')}`,
      blocks: [
        { is: 'text', weight: 'strong', text: t`不含视力、度数和诊断。请勿张贴，请勿发群。` },
        {
          is: 'facts',
          items: [
            ['学校', seats.schoolName],
            ['筛查日期', seats.measuredOn],
            ['人数', `${seats.rows.length}`],
            ['待补测', missing ? `${missing}` : null],
            ['班主任', seats.teacher],
          ],
        },
        {
          is: 'table',
          columns: ['号>', '姓名', '座位', '桌 cm>', '椅 cm>', '上课提醒'],
          rows: seats.rows.map((row) => [
            row.no,
            row.name,
            row.isMissing ? tr('先坐原位') : tr(row.isFront ? '前 2 排' : '不限'),
            row.desk ?? '—',
            row.chair ?? '—',
            reminder(row, words),
          ]),
        },
        sets.size > 0 && {
          is: 'table',
          columns: ['本班桌椅（桌 / 椅 cm）', '套>'],
          rows: [...sets].toSorted(([a], [b]) => a.localeCompare(b)),
        },
        { is: 'text', weight: 'small', text: t`桌高 = 身高 × 0.43，椅高 = 身高 × 0.24。前排不都是看不清，高个坐两边；每两周左右轮换。` },
      ],
      signatures: ['班主任签收'],
    }
  },
})

/** For the station to read: a sticker for each child, its name for people, its code for the scanner; worn on the day. */
const badges = paper({
  title: '筛查胸牌',
  sizes: ['label'],
  calls: {
    seats: ask(resultEndpoints['eyefile.results.seats'], (position) => ({
      id: idAt(position, 'taskId'),
      groupId: idAt(position, 'groupId'),
    })),
  },
  sheet: ({ seats }, words) =>
    seats.rows.map((row) => ({
      blocks: [
        { is: 'text', weight: 'strong', text: `${row.no} ${row.name}` },
        { is: 'text', text: place(seats, words) },
        { is: 'code', as: 'qr', of: row.badge },
      ],
    })),
})

export default papers({
  '/print/eyefile-badges/{taskId}/{groupId}': badges,
  '/print/eyefile-letters/{taskId}/{resultIds}': letters,
  '/print/eyefile-referral/{taskId}/{resultId}': referral,
  '/print/eyefile-seats/{taskId}/{groupId}': teacher,
  '/print/eyefile-school/{taskId}': schoolReport,
  '/print/eyefile-region/{schoolYear}/{term}': regionReport,
})
