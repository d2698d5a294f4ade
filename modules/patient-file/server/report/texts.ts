/**
 * Texts of the parents' report in both languages, with sources. They state measurements and general advice, and neither name diseases nor
 * decide on treatment. `{0}` and so on are placeholders.
 */
export interface Text {
  readonly zh: string
  readonly en: string
}
export interface ReportText extends Text {
  readonly source: string
}
const HE = 'He X et al., Br J Ophthalmol 2023;107:167–175'
const GUIDE = '国家卫生健康委《儿童青少年近视防控适宜技术指南（更新版）》2021'
const REPEATS = 'Santodomingo-Rubido J et al., Br J Ophthalmol 2002;86:458'

/** Headline by the growth of the faster eye. */
export const headlines = {
  faster: { zh: '眼轴这段时间长得偏快。', en: 'The eye has grown faster than usual for the age.', source: HE },
  usual: { zh: '眼轴和同龄孩子长得差不多。', en: 'The eye has grown about as other children’s do.', source: HE },
  slower: { zh: '眼轴比同龄孩子长得慢。', en: 'The eye has grown more slowly than usual for the age.', source: HE },
  first: { zh: '这是今天量到的结果。', en: 'These are today’s results.', source: '' },
  other: {
    zh: '这次没有量眼轴、度数和裸眼视力，下面是以前量到的。',
    en: 'Length, power and sight were not measured this time; below is what was measured before.',
    source: '',
  },
  none: { zh: '这次没有量眼轴、度数和裸眼视力。', en: 'Length, power and sight were not measured this time.', source: '' },
} as const satisfies Record<string, ReportText>

export const findings = {
  pace: {
    zh: '{0}眼轴从 {1} 起合每年长 {2} 毫米，{3}一般长 {4} 毫米。',
    en: 'Since {1} the {0} has grown at {2} mm a year; {3} usually grow {4} mm.',
    source: HE,
  },
  place: {
    zh: '100 个{0}按眼轴从短到长排，右眼约第 {1}，左眼约第 {2}。眼轴越长，近视越容易加深。',
    en:
      'Of 100 {0} ordered by the length of the eye, the right eye stands about {1}, the left about {2}. ' +
      'Longer eyes become more short-sighted.',
    source: HE,
  },
  doubted: {
    zh: '这次眼轴与上次相差过大，请先复核，不计算增长。',
    en: 'This length is too far from the last one; it will be checked before a growth is said.',
    source: REPEATS,
  },
  power: {
    zh: '度数与 {0} 相比：右眼{1}，左眼{2}。相差不到 0.50 D 属于验光的正常波动。',
    en: 'Power compared with {0}: right eye {1}, left eye {2}. Less than 0.50 D is within the repeatability of a refraction.',
    source: 'Zadnik K et al., Invest Ophthalmol Vis Sci 1992;33:2325',
  },
  corrected: {
    zh: '配足度数后视力：右眼 {0}，左眼 {1}（5.0 相当于 1.0）。',
    en: 'With full correction the eyes see: right {0}, left {1} (5.0 is 20/20).',
    source: 'GB 11533-2011',
  },
} as const satisfies Record<string, ReportText>

/** General advice for every child. */
export const advice = [
  {
    title: { zh: '户外', en: 'Outdoors' },
    zh: '每天白天在户外 2 小时以上，可以分几次。',
    en: 'At least 2 hours of daylight outdoors every day; several shorter times count too.',
    source: `${GUIDE}；He M et al., JAMA 2015;314:1142`,
  },
  {
    title: { zh: '用眼', en: 'Near work' },
    zh: '看近 20 分钟，抬头看 6 米以外 20 秒以上；书本离眼一尺（33 厘米）。',
    en: 'After 20 minutes of near work look beyond 6 metres for 20 seconds or more; keep books 33 cm away.',
    source: GUIDE,
  },
  {
    title: { zh: '睡眠', en: 'Sleep' },
    zh: '小学生每天睡 10 小时，初中生 9 小时，高中生 8 小时。',
    en: '10 hours of sleep in primary school, 9 in junior and 8 in senior high school.',
    source: GUIDE,
  },
] as const satisfies ReadonlyArray<ReportText & { readonly title: Text }>

/** Myopia control in progress, by kind. */
export const control = {
  title: { zh: '控制办法', en: 'Myopia control' },
  zh: '继续：{0}。不要自行停药、停戴或加量，有疑问先问医生。',
  en: 'Go on with: {0}. Do not stop or change it without asking the doctor.',
} as const
export const warning: ReportText = {
  zh: '眼红、眼痛、怕光、突然看不清：马上摘镜停药，当天来院或打本页的电话。',
  en: 'Red or painful eyes, sensitivity to light or sudden blur: take lenses out, stop drops, and come or call the same day.',
  source: GUIDE,
}
export const closing: Text = {
  zh: '本报告供家长了解，不是诊断，不代替医生的当面说明。',
  en: 'This report is for information. It is no diagnosis and does not replace the doctor’s explanation.',
}
/** When that day has passed. */
export const overdue: Text = { zh: '已经过了这一天，请尽快预约。', en: 'That day has passed: please book soon.' }
/** When nothing is booked. */
export const unbooked: ReportText = {
  zh: '还没有预约。每学年至少检查两次，近视在加深的孩子更勤，日期请与医生商定。',
  en: 'Nothing is booked yet. At least two checks a school year, more often while myopia increases; agree on the date with the doctor.',
  source: GUIDE,
}

export const fill = (text: string, values: readonly (string | number)[]): string =>
  text.replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)] ?? ''))
