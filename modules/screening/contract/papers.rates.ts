/** Reports of rates: of a school, and of all schools of a region. What leaves the house lists no cell of fewer than ten children. */
import { ask, idAt, paper, type Block, type PaperPlace, type PaperWords } from '#kernel/contract/index.ts'
import { resultEndpoints } from './endpoints.results.ts'
import { taskFields } from './fields.results.ts'
import { measures, type ScreeningRate, type ScreeningStatistics } from './shapes.results.ts'

const percent = (share: number | null): string => (share === null ? '—' : `${(share * 100).toFixed(1)}%`)
function rateCells(
  { hits, total, low, high, formerHits, formerTotal, changeLow, changeHigh }: ScreeningRate,
  { t }: PaperWords,
): readonly string[] {
  if (hits === null) return [t`少于 10 人，不列`, '', '']
  const rate = total ? percent(hits / total) : '—'
  const interval = `${percent(low)}–${percent(high)}`
  if (formerHits === null || !formerTotal || changeLow === null || changeHigh === null)
    return [`${rate}（${hits}/${total}）`, interval, '—']
  const change = hits / total - formerHits / formerTotal
  const word = changeLow > 0 || changeHigh < 0 ? `${change > 0 ? '+' : ''}${(change * 100).toFixed(1)}` : t`分不出高低`
  return [`${rate}（${hits}/${total}）`, interval, word]
}
const rateTable = (title: string, { rows }: ScreeningStatistics, words: PaperWords): readonly Block[] =>
  (Object.keys(measures) as Array<keyof typeof measures>).flatMap((measure): Block[] => [
    { is: 'heading', low: true, text: measures[measure], note: words.tr(title) },
    {
      is: 'table',
      columns: [title, '率', '95% 区间', '比上年（同一批学生）'],
      rows: rows.flatMap((row) => {
        const rate = row.rates.find((one) => one.measure === measure)
        return rate ? [[words.tr(row.label), ...rateCells(rate, words)]] : []
      }),
    },
  ])
export const schoolReport = paper({
  title: '学校视力筛查报告',
  sizes: ['A4'],
  calls: {
    task: ask(resultEndpoints['eyefile.tasks.get'], (at) => ({ id: idAt(at, 'taskId') })),
    whole: ask(resultEndpoints['eyefile.results.statistics'], (position) => ({
      taskId: idAt(position, 'taskId'),
      by: 'all' as const,
      isOutside: true,
    })),
    grades: ask(resultEndpoints['eyefile.results.statistics'], (position) => ({
      taskId: idAt(position, 'taskId'),
      by: 'grade' as const,
      isOutside: true,
    })),
    sexes: ask(resultEndpoints['eyefile.results.statistics'], (position) => ({
      taskId: idAt(position, 'taskId'),
      by: 'gender' as const,
      isOutside: true,
    })),
  },
  sheet: ({ task, whole, grades, sexes }, words) => {
    const { t } = words
    return {
      blocks: [
        {
          is: 'facts',
          items: [
            ['学校', task.schoolName],
            ['筛查任务', task.name],
            ['筛查日期', `${task.startOn} – ${task.endOn}`],
            ['已筛', `${task.over} / ${task.total}`],
            ['标准', whole.standard ?? task.standard],
          ],
        },
        { is: 'heading', text: '全校' },
        ...rateTable('分组', whole, words),
        { is: 'heading', text: '按年级' },
        ...rateTable('年级', grades, words),
        { is: 'heading', text: '按性别' },
        ...rateTable('性别', sexes, words),
        {
          is: 'text',
          weight: 'small',
          text: t`区间为 Wilson 95% 区间；比上年取同一批学生，差的区间（Newcombe）含 0 时不说高低。“筛查性近视”是筛查提示，不是诊断。夜戴角膜塑形镜者不计入裸眼视力。少于 10 人的格子不列，能由合计倒推的也不列。`,
        },
      ],
      signatures: ['筛查单位'],
    }
  },
})

/** Of the address; another than the two terms is the first. */
const termOf = (position: PaperPlace): 1 | 2 => (idAt(position, 'term') === 2 ? 2 : 1)
/** Of a school year and term, over all schools of the store: by county, school, grade and sex. */
const outside = (by: 'all' | 'area' | 'school' | 'grade' | 'gender') =>
  ask(resultEndpoints['eyefile.results.statistics'], (position) => ({
    schoolYear: idAt(position, 'schoolYear'),
    term: termOf(position),
    by,
    isOutside: true,
  }))
export const regionReport = paper({
  title: '地区视力筛查报告',
  sizes: ['A4'],
  calls: { whole: outside('all'), areas: outside('area'), schools: outside('school'), grades: outside('grade'), sexes: outside('gender') },
  sheet: ({ whole, areas, schools, grades, sexes }, words, position) => {
    const { t, tr } = words
    const year = idAt(position, 'schoolYear')
    const children = Math.max(0, ...(whole.rows[0]?.rates.map(({ total }) => total) ?? []))
    return {
      blocks: [
        {
          is: 'facts',
          items: [
            ['学年', `${year}—${year + 1}`],
            ['学期', tr(taskFields.term.meta()?.options?.[String(idAt(position, 'term'))] ?? '')],
            ['已筛', t`${children} 人`],
            ['标准', whole.standard ?? '—'],
          ],
        },
        { is: 'heading', text: '全部' },
        ...rateTable('分组', whole, words),
        { is: 'heading', text: '按区县' },
        ...rateTable('区县', areas, words),
        { is: 'heading', text: '按学校' },
        ...rateTable('学校', schools, words),
        { is: 'heading', text: '按年级' },
        ...rateTable('年级', grades, words),
        { is: 'heading', text: '按性别' },
        ...rateTable('性别', sexes, words),
        {
          is: 'text',
          weight: 'small',
          text: t`区间为 Wilson 95% 区间；比上年取同一批学生，差的区间（Newcombe）含 0 时不说高低。“筛查性近视”是筛查提示，不是诊断。夜戴角膜塑形镜者不计入裸眼视力。少于 10 人的格子不列，能由合计倒推的也不列。`,
        },
      ],
      signatures: ['筛查单位'],
    }
  },
})
