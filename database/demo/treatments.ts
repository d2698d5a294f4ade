/** What a child of the story is treated with: the treatment with its days, and the prescription of its kind. */
import { rxType } from '#modules/records/contract/prescription/prescribe.ts'
import { treatment, type TreatmentKind } from '#modules/records/contract/treatment.ts'
import { meant, there } from './teller.ts'
import { timeOn, powersOf, type DemoMember } from './visits.ts'

interface Visit {
  m: DemoMember
  resid: number
  examId: number
  day: string
  minute: number
  diagnose: string
}
export type Course = 'orthok' | 'drops' | 'patching' | 'control' | 'contact'

interface Begun {
  kind: TreatmentKind
  concentration?: number
  what?: string
  reason: string
}
const COURSES: Readonly<Record<Course, Begun>> = {
  orthok: { kind: treatment.orthok, what: '角膜塑形镜，夜戴', reason: '眼轴增长仍快，改夜戴塑形镜' },
  drops: { kind: treatment.atropine, concentration: 0.01, what: '每晚一次', reason: '一年眼轴增长超过 0.4 mm' },
  patching: { kind: treatment.other, what: '健眼遮盖，每日 4 小时', reason: '屈光参差性弱视' },
  control: { kind: treatment.defocus, what: '多点离焦镜片', reason: '近视进展' },
  contact: { kind: treatment.multifocal, what: '日抛多焦软镜', reason: '运动时不便戴框架镜' },
}
/** What ends when one of these begins: one sleeps in one lens, and wears another by day. */
const ENDS: Readonly<Partial<Record<Course, readonly TreatmentKind[]>>> = {
  orthok: [treatment.atropine, treatment.defocus, treatment.multifocal],
  contact: [treatment.defocus],
}

/** Begins a course at a visit; one that runs already goes on. */
export async function treated(visit: Visit, course: Course): Promise<void> {
  const { m, day, minute } = visit
  const doctor = m.shop.as('doctor', timeOn(day, minute + 9))
  const { list } = await doctor('treatments.list', { pid: m.pid })
  const open = list.filter((t) => t.end === null)
  const begun = COURSES[course]
  if (open.some((t) => t.kind === begun.kind)) return
  for (const t of open.filter((o) => ENDS[course]?.includes(o.kind)))
    await doctor('treatments.save', {
      id: t.id,
      version: t.version,
      pid: m.pid,
      eye: t.eye,
      kind: t.kind,
      start: t.start,
      end: day,
      stopReason: begun.reason,
    })
  await doctor('treatments.save', { pid: m.pid, eye: course === 'patching' ? 'od' : 'ou', start: day, ...begun })
  if (course !== 'control') await prescribed(visit, course)
}

type Entries = 'settings.drug.list' | 'train-program.list'
/** The lines of a course's prescription: lenses from the examination, drops for a month, training for a quarter. */
async function linesOf({ m, examId }: Visit, course: Exclude<Course, 'control'>, entry: (call: Entries, name: string) => Promise<number>) {
  const { confirmed } = meant(powersOf(m))
  switch (course) {
    case 'drops': {
      const drops = {
        name: '硫酸阿托品滴眼液',
        form: '滴眼液',
        spec: '0.01%，0.4 mL×30',
        route: '滴眼',
        dose: '1 滴',
        frequency: '每晚 1 次',
      }
      const month = { days: 30, longReason: '近视控制须长期用药，三个月复查', quantity: 1, unit: '盒' }
      return {
        feeBillType: rxType.drug,
        list: [],
        drugs: [{ ...drops, ...month, eye: 'ou' as const, drugId: await entry('settings.drug.list', drops.name) }],
      }
    }
    case 'patching': {
      const name = '精细目力训练'
      return {
        feeBillType: rxType.training,
        list: [],
        trainings: [{ programId: await entry('train-program.list', name), name, weeks: 12, perWeek: 7 }],
      }
    }
    case 'orthok':
      return { feeBillType: rxType.orthok, list: [{ kind: 6 as const, examId, confirmed }] }
    case 'contact': {
      const lens = { bcOd: 8.6, bcOs: 8.6, diaOd: 14.2, diaOs: 14.2, product: '日抛多焦软镜', cycle: 1 as const }
      return { feeBillType: rxType.contact, list: [{ kind: 4 as const, examId, ...lens, confirmed }] }
    }
  }
}
/** Writes and signs the prescription of a course. */
async function prescribed(visit: Visit, course: Exclude<Course, 'control'>): Promise<void> {
  const { m, resid, day, minute, diagnose } = visit
  const doctor = m.shop.as('doctor', timeOn(day, minute + 9))
  const entry = async (call: Entries, name: string) =>
    there((await doctor(call, { hid: m.shop.hid })).list.find((item) => item.name === name)).id
  const { id } = await doctor('prescription.create', { pid: m.pid, resid, diagnose, ...(await linesOf(visit, course, entry)) })
  await doctor('prescription.sign', { id })
}
