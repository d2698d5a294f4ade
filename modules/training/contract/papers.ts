/** Papers of training: some sessions, and the sheet the parents take home. */
import { ask, idAt, metaOf, paper, papers, personFacts, wordOf, type Block, type Words, z } from '#kernel/contract/index.ts'
import { training } from './endpoints.ts'
import { measures, moduleNames, PLACE } from './fields.ts'
import type { Plan } from './plans.ts'
import { SessionRow } from './sessions.ts'
import { trainPlan, trainSession } from './states.ts'
import type { verdicts } from './verdict.ts'

const places = metaOf(SessionRow.shape.place).options ?? {}
const modulesIn = (list: ReadonlyArray<keyof typeof moduleNames>, { tr }: Words): string => list.map((m) => tr(moduleNames[m])).join(' + ')

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

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
/** What to do at home and when to come, in words a parent reads once. */
function homework(plan: Plan, words: Words): Block[] {
  const { t, tr } = words
  const slots = plan.template.filter((s) => plan.week <= s.toWeek)
  const days = (place: number) => [...new Set(slots.filter((s) => s.place === place).map((s) => s.weekday))].sort()
  const home = slots.filter((s) => s.place === PLACE.home)
  const clinic = slots.filter((s) => s.place === PLACE.clinic)
  const lines = [
    clinic.length > 0 &&
      t`到店：${days(PLACE.clinic)
        .map((d) => tr(weekdays[d - 1] ?? ''))
        .join('、')} ${clinic[0]?.time ?? ''}`,
    home.length > 0 &&
      t`在家：${days(PLACE.home)
        .map((d) => tr(weekdays[d - 1] ?? ''))
        .join('、')}，每次 ${home[0]?.minutes ?? 0} 分钟，${modulesIn(home[0]?.modules.length ? home[0].modules : plan.modules, words)}`,
    t`下次复测：${plan.nextMeasureOn}，请带眼镜和这张单`,
  ].filter((line): line is string => typeof line === 'string')
  return lines.map((line, i) => ({ is: 'text', text: `${i + 1}  ${line}` }))
}
const sentences: Readonly<Record<keyof typeof verdicts, string>> = {
  improving: '最近 6 次测量在变好，请坚持',
  flat: '最近 6 次测量没有明显变化，请和医生商量下一步',
  absent: '最近 14 天练得太少，还不能判断有没有用',
  few: '测量还不够 6 次，先坚持练',
}
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
        { is: 'text', weight: 'strong', text: tr(sentences[item.trend.verdict]) },
        ...homework(item, words),
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
