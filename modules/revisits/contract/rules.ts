/**
 * Follow-up tasks that make themselves: one declaration a rule, one engine for all (server/engine.ts). What causes a rule is a query
 * (server/causes.ts), so that an event, the night and a dry run over the last days make the same tasks.
 *
 * The times are the trade's defaults; a store switches, times and dresses each with a type of its own. A rule comes with the module of its
 * cause: marketing brings its own.
 */
import type { FollowUpOutcome } from './fields.ts'

/** What happens to a member that ends a task by itself. */
export type Stop = 'booking' | 'visit'
export type Channel = 1 | 2 | 3
export const channels = { phone: 1, sms: 2, wechat: 3 } as const satisfies Record<string, Channel>

export interface FollowUpStep {
  /** Number of the step in its series; never given to another one, as made tasks are known by it. */
  readonly step: number
  readonly label: string
  /** Days after the cause; before it when negative. */
  readonly days: number
  readonly channel: Channel
}
export interface FollowUpRule {
  readonly label: string
  /** What the cause is, in the words of the clinic. */
  readonly cause: string
  readonly taskType: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
  /** Whose task it is: the person of the cause, or anybody's. */
  readonly who: 'doctor' | 'pool'
  readonly urgency: 0 | 1 | 2 | 3
  readonly steps: readonly FollowUpStep[]
  /** Days before and after its day in which a step makes sense; later it lapses. */
  readonly window: readonly [before: number, after: number]
  readonly stops: readonly Stop[]
  /**
   * Each step is a visit of its own: what answers one leaves the others open. Without it the steps remind of one visit, which answers them
   * all.
   */
  readonly reviews?: true
  /** Of marketing: only whom a consent allows. */
  readonly consent?: true
  /** On a working day of the store, not on the day counted. */
  readonly workday?: true
  /** What is said where the store has no type with a script. */
  readonly script: string
  readonly source: string
}
const rule = <const R extends FollowUpRule>(declared: R): R => declared
const call = (step: number, days: number, label: string): FollowUpStep => ({ step, days, label, channel: channels.phone })
const text = (step: number, days: number, label: string): FollowUpStep => ({ step, days, label, channel: channels.sms })
const either: readonly Stop[] = ['booking', 'visit']

export const rules = {
  okjing: rule({
    label: '塑形镜取镜后',
    cause: '取镜记录签名',
    taskType: 2,
    who: 'doctor',
    urgency: 2,
    steps: [
      call(1, 1, '次日'),
      call(2, 7, '一周'),
      call(3, 30, '一月'),
      call(4, 90, '三月'),
      call(5, 180, '六月'),
      call(6, 270, '九月'),
      call(7, 360, '一年'),
    ],
    window: [2, 14],
    stops: either,
    reviews: true,
    script:
      '{name}的家长您好，我是{store}的回访人员。塑形镜戴得怎么样？眼睛有没有红、疼、怕光？{doctor}想请您按时来复查，请带上镜片和护理液。',
    source: '角膜塑形镜验配复查常规：次日、一周、一月，其后每三月',
  }),
  okjingLength: rule({
    label: '塑形镜眼轴与散瞳',
    cause: '取镜记录签名',
    taskType: 2,
    who: 'pool',
    urgency: 1,
    steps: [text(1, 176, '六月眼轴、散瞳验光'), text(2, 356, '一年眼轴、散瞳验光')],
    window: [7, 30],
    stops: either,
    reviews: true,
    script: '{name}您好，配戴塑形镜已满半年，请到{store}复查眼轴并散瞳验光。',
    source: '近视管理：每 6 个月眼轴与睫状肌麻痹验光',
  }),
  lensStop: rule({
    label: '镜片停用',
    cause: '塑形镜片因检查停用',
    taskType: 2,
    who: 'doctor',
    urgency: 3,
    steps: [call(1, 0, '当天')],
    window: [0, 7],
    stops: ['visit'],
    script: '{name}的家长您好，{store}提醒：镜片请先停戴。眼睛现在感觉怎么样？{doctor}请您尽快带孩子复诊。',
    source: '角膜接触镜并发症处理：停戴当天随访',
  }),
  caseNext: rule({
    label: '病历复诊日期',
    cause: '病历写了下次复诊',
    taskType: 1,
    who: 'doctor',
    urgency: 1,
    steps: [text(1, -2, '前两天提醒'), call(2, 1, '没有预约的次日电话')],
    window: [0, 21],
    stops: either,
    script: '{name}您好，{doctor}请您到{store}复诊，上次就诊是{lastVisit}。您看哪天方便？',
    source: '病历中医生写明的复诊日期',
  }),
  rxReview: rule({
    label: '处方复查间隔',
    cause: '处方签发',
    taskType: 1,
    who: 'doctor',
    urgency: 1,
    steps: [text(1, -2, '前两天提醒'), call(2, 1, '没有预约的次日电话')],
    window: [0, 30],
    stops: either,
    script: '{name}您好，距上次验光已到复查时间，请到{store}复查。您看哪天方便？',
    source: '处方上写明的复查间隔',
  }),
  rxWithdrawn: rule({
    label: '已交付的处方作废',
    cause: '已经取镜的处方被作废或重开',
    taskType: 8,
    who: 'doctor',
    urgency: 3,
    steps: [call(1, 0, '当天')],
    window: [0, 14],
    stops: ['visit'],
    script: '{name}您好，{store}提醒：您的处方需要更正，请先不要配戴按原处方配的眼镜或镜片。{doctor}请您尽快来复核，我们为您重做或退费。',
    source: '处方更正：已交付的眼镜和镜片当天联系会员',
  }),
  recheck: rule({
    label: '儿童定期复查',
    cause: '18 岁以下最近一次眼轴测量，一年增长超过 0.30 mm（与 60 天以前的上一次相比）的提前到三个月',
    taskType: 1,
    who: 'pool',
    urgency: 1,
    steps: [text(1, 0, '到期提醒'), call(2, 7, '没有预约的电话')],
    window: [7, 45],
    stops: either,
    script: '{name}的家长您好，孩子上次在{store}测眼轴是{lastVisit}，该复查了。这个周末有空吗？',
    source: '儿童青少年近视防控适宜技术指南：每 3–6 个月复查',
  }),
  treatment: rule({
    label: '近视干预开始后',
    cause: '开始一项近视干预',
    taskType: 4,
    who: 'doctor',
    urgency: 1,
    steps: [call(1, 30, '一月'), call(2, 90, '三月')],
    window: [5, 30],
    stops: either,
    reviews: true,
    script: '{name}的家长您好，治疗开始有一段时间了，有没有不舒服？{doctor}请您来{store}复查。',
    source: '近视干预开始后 1、3 个月复查',
  }),
  frameReady: rule({
    label: '眼镜未取',
    cause: '框架镜终检合格，等待取镜',
    taskType: 3,
    who: 'pool',
    urgency: 1,
    steps: [text(1, 3, '三天未取'), call(2, 7, '一周未取'), call(3, 14, '两周未取')],
    window: [0, 60],
    stops: [],
    script: '{name}您好，您的眼镜已在{store}做好，您看哪天方便来取？',
    source: '取镜提醒：第 3、7、14 天',
  }),
  frameTaken: rule({
    label: '新眼镜适应',
    cause: '取镜',
    taskType: 3,
    who: 'pool',
    urgency: 1,
    steps: [call(1, 7, '一周适应')],
    window: [3, 21],
    stops: [],
    script: '{name}您好，新眼镜戴了一周，看远看近都清楚吗？有没有头晕？不合适可以来{store}调整。',
    source: '配镜后 7 天适应回访',
  }),
  progressiveTaken: rule({
    label: '渐进镜适应',
    cause: '取渐进镜',
    taskType: 3,
    who: 'pool',
    urgency: 1,
    steps: [call(1, 30, '一月适应')],
    window: [5, 30],
    stops: [],
    script: '{name}您好，渐进镜戴满一个月了，上下楼梯、看手机都习惯吗？可以来{store}免费调整。',
    source: '渐进多焦点镜配后 30 天适应回访',
  }),
  lensLife: rule({
    label: '塑形镜到期',
    cause: '在用的塑形镜片接近更换日期',
    taskType: 6,
    who: 'doctor',
    urgency: 1,
    steps: [call(1, -30, '到期前一月')],
    window: [10, 45],
    stops: either,
    script: '{name}的家长您好，塑形镜片快到更换时间了，过期镜片会刮伤角膜。请来{store}复查并订新片。',
    source: '塑形镜片使用期限，取镜记录的更换日期',
  }),
  softLife: rule({
    label: '软镜用完',
    cause: '软镜交付后，按规格、盒数和处方的更换周期算出用完的日子',
    taskType: 6,
    who: 'pool',
    urgency: 0,
    steps: [text(1, -30, '用完前 30 天'), text(2, -14, '用完前 14 天')],
    window: [0, 14],
    stops: [],
    script: '{name}您好，您的隐形眼镜快用完了，需要续订请联系{store}，续订前建议先复查。',
    source: '软镜续订：用完前 30、14 天',
  }),
  care: rule({
    label: '护理品用完',
    cause: '护理品交付',
    taskType: 6,
    who: 'pool',
    urgency: 0,
    steps: [text(1, 30, '一月'), text(2, 90, '三月')],
    window: [0, 30],
    stops: [],
    script: '{name}您好，护理液开封后请按期更换，用完请到{store}补充。',
    source: '护理品开封后 1、3 个月',
  }),
  missed: rule({
    label: '爽约',
    cause: '预约没有来',
    taskType: 7,
    who: 'pool',
    urgency: 1,
    steps: [call(1, 1, '次一工作日')],
    window: [0, 14],
    stops: either,
    workday: true,
    script: '{name}您好，昨天您在{store}的预约没有来，要不要改个时间？',
    source: '爽约次一工作日回访',
  }),
  expiring: rule({
    label: '套餐、优惠券和积分到期',
    cause: '套餐、优惠券或积分即将到期',
    taskType: 6,
    who: 'pool',
    urgency: 0,
    steps: [text(1, -30, '到期前 30 天'), text(2, -7, '到期前 7 天')],
    window: [0, 7],
    stops: [],
    script: '{name}您好，您在{store}的套餐、优惠券或积分即将到期，请留意使用。',
    source: '到期前 30、7 天提醒',
  }),
  screening: rule({
    label: '筛查建议就诊',
    cause: '学校筛查建议就诊，家长已告知，还没有看',
    taskType: 1,
    who: 'pool',
    urgency: 1,
    steps: [text(1, 14, '两周'), call(2, 30, '一月'), call(3, 60, '两月')],
    window: [0, 30],
    stops: either,
    script: '{name}的家长您好，孩子在学校的视力筛查提示需要到医院检查。筛查只是提示，不是诊断。哪家医院都可以，您方便时来{store}也可以。',
    source: '筛查提示异常后 14、30、60 天随访',
  }),
  trainAbsent: rule({
    label: '训练依从性低',
    cause: '训练方案 14 天内完成不到计划的 60%',
    taskType: 4,
    who: 'doctor',
    urgency: 1,
    steps: [call(1, 0, '当天'), call(2, 7, '一周后')],
    window: [0, 13],
    stops: [],
    script: '{name}的家长您好，我是{store}的训练师。最近两周的训练做得不多，是时间不合适还是孩子不愿意练？我们一起调整一下安排。',
    source: '视觉训练依从性：14 天内低于 60% 当天联系，一周后再联系',
  }),
  trainFlat: rule({
    label: '训练持平',
    cause: '训练师把持平的方案送给医生',
    taskType: 4,
    who: 'doctor',
    urgency: 1,
    steps: [call(1, 0, '当天')],
    window: [0, 13],
    stops: ['visit'],
    script: '{name}的家长您好，我是{store}的工作人员。孩子训练做得够，最近几次测量没有变化，{doctor}想请您带孩子来看一次，再定下一步。',
    source: '训练够量而持平：换内容或先查屈光',
  }),
  trainCard: rule({
    label: '训练卡快用完',
    cause: '训练师告诉前台卡快用完',
    taskType: 6,
    who: 'pool',
    urgency: 2,
    steps: [call(1, 0, '当天')],
    window: [0, 13],
    stops: [],
    script: '{name}的家长您好，我是{store}的工作人员。孩子的训练卡快用完了，中间停下来前面练的会退。您看这次来训练时续上吗？',
    source: '训练卡剩余不足一周',
  }),
  potential: rule({
    label: '潜在会员',
    cause: '登记为潜在会员',
    taskType: 7,
    who: 'pool',
    urgency: 1,
    steps: [call(1, 1, '次日'), call(2, 3, '三天'), call(3, 7, '一周')],
    window: [0, 10],
    stops: either,
    script: '{name}您好，我是{store}的工作人员。之前您了解过我们的检查，孩子最近看黑板清楚吗？',
    source: '潜在会员第 1、3、7 天',
  }),
  complaint: rule({
    label: '投诉后',
    cause: '回访结果为投诉',
    taskType: 8,
    who: 'pool',
    urgency: 2,
    steps: [call(1, 3, '三天后')],
    window: [1, 14],
    stops: [],
    script: '{name}您好，我是{store}的负责人。上次您反映的问题解决了吗？',
    source: '投诉处理后 3 天回访',
  }),
  birthday: rule({
    label: '生日',
    cause: '会员生日，已同意营销',
    taskType: 9,
    who: 'pool',
    urgency: 0,
    steps: [text(1, -3, '生日前 3 天')],
    window: [0, 3],
    stops: [],
    consent: true,
    script: '{name}您好，{store}祝您生日快乐！生日当月可来店免费清洗、调整眼镜。',
    source: '生日前 3 天，须有营销同意',
  }),
} as const satisfies Readonly<Record<string, FollowUpRule>>
export type RuleKey = keyof typeof rules
// The names of a literal are its keys.
export const ruleKeys = Object.keys(rules) as RuleKey[]
export const isRule = (key: string | null): key is RuleKey => key !== null && key in rules
/** A rule as the engine reads it. */
export const ruleOf = (key: RuleKey): FollowUpRule => rules[key]

/**
 * Days after the cause in which a step makes sense: of reviews each has its own, which ends before the next one's begins, half-way at the
 * latest.
 */
export function windowOf(
  { window, reviews }: FollowUpRule,
  steps: readonly FollowUpStep[],
  { days }: FollowUpStep,
): readonly [from: number, to: number] {
  const [before, after] = window
  if (!reviews) return [days - before, days + after]
  const others = steps.map((step) => step.days)
  const [former, next] = [Math.max(...others.filter((d) => d < days)), Math.min(...others.filter((d) => d > days))]
  const begins = (own: number, earlier: number): number => Math.max(own - before, Math.ceil((earlier + own) / 2))
  return [begins(days, former), Math.min(days + after, begins(next, days) - 1)]
}
/** Days after the cause on which a booking or a visit answers a step. */
export function answeredIn(rule: FollowUpRule, steps: readonly FollowUpStep[], step: FollowUpStep): readonly [from: number, to: number] {
  if (rule.reviews) return windowOf(rule, steps, step)
  const days = steps.map((each) => each.days)
  return [Math.min(...days) - rule.window[0], Math.max(...days) + rule.window[1]]
}

/** What a task made by hand is ended by: those about seeing somebody. */
export const stopsOfTask = (taskType: number): readonly Stop[] => ([1, 2, 4, 5, 7].includes(taskType) ? either : [])
/** Outcome that says what ended a task by itself. */
export const outcomeOfStop: Readonly<Record<Stop, FollowUpOutcome>> = { booking: 1, visit: 2 }
