import { choice, count, date, id, measure, note, phone, birthday, personal, name, planned, text, word, z } from '#kernel/contract/index.ts'

export const hid = id('门店')
export const pid = id('会员')
export const sdxUid = id('训练用户')
/** Whom the device trains. */
export const purposes = { 0: '弱视', 1: '近视防控' } as const
export const purpose = { amblyopia: 0, myopia: 1 } as const
export const userPurpose = choice('训练用途', purposes, { width: 88 })
/** Of a plan; accommodation and vergence are trained without a device of a brand. */
export const planPurposes = { ...purposes, 2: '调节与聚散' } as const
export const planPurpose = choice('训练类别', planPurposes, { width: 96 })
export const ADJUSTMENT = 2
/** What is trained. */
export const moduleNames = {
  1: '调节',
  2: '融像',
  3: '精细',
  4: '视认知',
  5: '加强散开',
  6: '加强集合',
  7: '调节放松',
  8: '弱视红闪',
  9: '遮盖',
  10: '立体视',
  11: '翻转拍',
} as const
export const trainModule = choice('训练内容', moduleNames)
export const trainModules = z.array(trainModule).max(11).meta({ label: '训练内容' })
export const place = choice('地点', { 0: '到店', 1: '在家' }, { width: 64 })
export const PLACE = { clinic: 0, home: 1 } as const

export const userName = personal(name('姓名'), 'name')
export const mobile = personal(phone('手机号')).nullable()
export const birth = birthday(personal(date('出生日期'))).nullable()

/** Facts a goal is set on. `lower`: a smaller value is the better one. */
export const measures = {
  bcva: { label: '最佳矫正视力', unit: '', step: 0.1, from: 4, to: 5.3, lower: false, log: false },
  stereo: { label: '立体视', unit: '″', step: 10, from: 10, to: 3000, lower: true, log: true },
  npc: { label: '集合近点', unit: 'cm', step: 0.5, from: 1, to: 60, lower: true, log: false },
  facility: { label: '调节灵活度', unit: '周/分', step: 0.5, from: 0.5, to: 40, lower: false, log: false },
  amplitude: { label: '调节幅度', unit: 'D', step: 0.25, from: 0.25, to: 25, lower: false, log: false },
} as const
export type MeasureName = keyof typeof measures
export const goalMeasure = word(
  '目标项目',
  { bcva: '最佳矫正视力', stereo: '立体视', npc: '集合近点', facility: '调节灵活度', amplitude: '调节幅度' },
  { width: 112 },
)
export const goalEye = word('眼别', { od: '右眼', os: '左眼', ou: '双眼' }, { width: 64 })
export const goalValue = measure('目标值', { block: [0, 3000], step: 0.1, decimals: 2 })
export const weekday = choice('星期', { 1: '周一', 2: '周二', 3: '周三', 4: '周四', 5: '周五', 6: '周六', 7: '周日' })
export const minutes = count('时长', { min: 1, max: 240, unit: '分钟' })
export const score = count('得分', { max: 100 })
export const load = text('负荷', { max: 60 })
export const complaint = personal(note('不适', 500), 'words')
export const startsOn = planned(date('开始日期'))
export const reason = note('原因', 500).min(1)
export const daily = count('每日训练时长', { min: 5, max: 120, unit: '分钟' })
export const single = count('单次训练时长', { min: 1, max: 120, unit: '分钟' })
export const interval = count('间隔天数', { max: 30, unit: '天' })
export const version = count('版本')
/** Days or times, whichever the brand counts. */
export const units = count('天数（次数）', { min: 1, max: 3660 })
