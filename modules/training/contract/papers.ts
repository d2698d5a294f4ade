/** Papers of training: some sessions, and the sheet the parents take home. */
import { ask, idAt, metaOf, paper, papers, personFacts, wordOf, type Block, z } from '#kernel/contract/index.ts'
import { training } from './endpoints.ts'
import { measures } from './fields.ts'
import { homework, modulesIn, verdictSentences } from './homework.ts'
import { SessionRow } from './sessions.ts'
import { trainPlan, trainSession } from './states.ts'

const places = metaOf(SessionRow.shape.place).options ?? {}

const records = paper({
  title: '训练记录',
  sizes: ['A4', 'A5'],
  params: { ids: z.string().regex(/^\d{1,15}(,\d{1,15}){0,99}$/) },
  calls: { records: ask(training['train.records.print'], (position) => ({ ids: position.params.ids ?? '0' })) },
  sheet: ({ records: { list } }, words) => {
    const { tr } = words
    const names = [...new Set(list.map((s) => s.personName))]
    return {
      signatures: ['训练师签名', '家长签名'],
      blocks: [
        {
          is: 'facts',
          items: [
            ['姓名', names.join('、')],
            ['次数', list.length],
            ['分钟', list.reduce((sum, s) => sum + (s.minutes ?? 0), 0)],
          ],
        },
        {
          is: 'table',
          columns: ['日期', '时间', '姓名', '地点', '训练内容', '状态', '分钟>', '得分>', '负荷', '不适', '训练师'],
          rows: list.map((s) => [
            s.doneOn ?? s.day,
            s.time,
            s.personName,
            tr(places[s.place] ?? ''),
            modulesIn(s.modules, words),
            tr(wordOf(trainSession, s.status)),
            s.minutes ?? '',
            s.score ?? '',
            s.load ?? '',
            s.complaint ?? '',
            s.trainerName ?? '',
          ]),
        },
      ],
    }
  },
})

const plan = paper({
  title: '视觉训练方案',
  sizes: ['A5', 'A4'],
  optional: { sessions: '近期安排' },
  calls: { plan: ask(training['train.plans.get'], (position) => ({ id: idAt(position, 'id') })) },
  sheet: ({ plan: item }, words) => {
    const { t, tr } = words
    const measure = measures[item.goalMeasure]
    const ahead = item.sessions.filter((s) => s.status === trainSession.is.planned).slice(0, 12)
    return {
      signatures: ['训练师签名', '家长签名'],
      blocks: [
        item.status !== trainPlan.is.active && { is: 'text', weight: 'strong', text: tr(wordOf(trainPlan, item.status)) },
        {
          is: 'facts',
          items: [
            ...personFacts(
              { name: item.patientName, gender: item.gender, birth: item.birth, memberNo: item.memberNo },
              item.startsOn,
              words,
            ),
            ['第几期', item.no],
            ['疗程', t`${item.startsOn} 至 ${item.endsOn}，${item.weeks} 周`],
            ['训练内容', modulesIn(item.modules, words)],
            ['目标', `${tr(measure.label)} ${item.goal}${measure.unit}`],
            ['训练师', item.trainerName],
            ['处方号', item.rxNo],
          ],
        },
        { is: 'text', weight: 'strong', text: tr(verdictSentences[item.trend.verdict]) },
        ...homework(item, words).map((line, i): Block => ({ is: 'text', text: `${i + 1}  ${line}` })),
        { is: 'text', weight: 'small', text: t`训练时头痛、看东西重影或者歪头：停下来打电话` },
        ahead.length > 0 && {
          is: 'table',
          name: 'sessions',
          columns: ['日期', '时间', '地点', '训练内容', '分钟>', '完成'],
          rows: ahead.map((s) => [s.day, s.time, tr(places[s.place] ?? ''), modulesIn(s.modules, words), s.plannedMinutes, '']),
        },
        item.note !== null && item.note !== '' && { is: 'text', title: '备注', text: item.note },
      ],
    }
  },
})
export default papers({ '/train/train_record/print/{ids}': records, '/train/tarton_train_record_print/{id}': plan })
