/** Master data of the first shop as a clinic keeps it; the other shops take it over. */
import { kinds, type MasterItem, type MasterKind } from '#modules/settings/contract/kinds.ts'
import type { Shop } from './clinic.ts'
import { inTurn, type Teller } from './teller.ts'

const TAGS: ReadonlyArray<readonly [string, MasterItem<'tag'>['color'], string]> = [
  ['近视防控', 'teal', '6–15 岁，半年复查'],
  ['塑形镜', 'blue', '夜戴，按期复查与更换'],
  ['离焦镜', 'green', '日戴，三月复查'],
  ['弱视训练', 'amber', '在训'],
  ['高度近视', 'red', '−6.00 D 及以上，每年查眼底'],
  ['老视渐进', 'grey', '45 岁以上'],
]
const TYPES: ReadonlyArray<readonly [MasterItem<'type'>['use'], string]> = [
  [1, '眼科检查'],
  [1, '视功能检查'],
  [1, '治疗'],
  [2, '弱视训练'],
  [2, '双眼视训练'],
  [4, '初诊'],
  [4, '复查'],
  [5, '电话'],
  [5, '微信'],
]
/** What is followed up and said; of two scripts one is the comparison. */
const FOLLOWED: ReadonlyArray<Pick<MasterItem<'revisit-type'>, 'name' | 'taskType' | 'urgency' | 'script'> & { scriptB?: string }> = [
  { name: '取镜后回访', taskType: 3, urgency: 1, script: '{name}您好，这里是{store}。新眼镜戴了几天，看远看近都清楚吗？' },
  {
    name: '复查提醒',
    taskType: 1,
    urgency: 1,
    script: '{name}您好，这里是{store}，该复查了，您什么时候方便？',
    scriptB: '{name}您好，{doctor}给您留了本周六上午的号，上次就诊是{lastVisit}，这次要看近视有没有增长。您看十点方便吗？',
  },
  {
    name: '塑形镜随访',
    taskType: 2,
    urgency: 2,
    script: '{name}的家长您好，{store}提醒复查塑形镜，请带上镜片和护理液。',
    scriptB: '{name}的家长您好，我是{store}的回访人员，塑形镜该复查了，记得带镜片和护理液。',
  },
  {
    name: '老会员关怀',
    taskType: 9,
    urgency: 0,
    script: '{name}您好，这里是{store}，好久没见您来检查眼睛了，最近看东西还清楚吗？',
    scriptB: '{name}您好，我是{store}的回访人员，您有一阵子没来检查眼睛了，最近看得清楚吗？',
  },
]
const ITEMS: ReadonlyArray<readonly [string, string, string, number]> = [
  ['眼底照相', '眼科检查', '次', 60],
  ['眼轴测量', '眼科检查', '次', 80],
  ['角膜地形图', '眼科检查', '次', 120],
  ['泪膜破裂时间', '眼科检查', '次', 30],
  ['双眼视功能检查', '视功能检查', '次', 150],
  ['睑板腺按摩', '治疗', '次', 200],
]
const COMPLAINTS: ReadonlyArray<readonly [MasterItem<'main-suit'>['type'], string, string]> = [
  [1, '看远不清', '何时开始，单眼或双眼，眯眼与否'],
  [1, '看近不清', '年龄，阅读距离'],
  [1, '视力下降', '快慢，是否伴疼痛或闪光'],
  [2, '眼干、眼痒', '每日用眼时间，过敏史'],
  [2, '眼红、流泪', '接触镜配戴，分泌物'],
  [3, '要求配镜', '现戴眼镜何时配'],
  [4, '塑形镜复查', '夜戴时间，摘戴是否顺利'],
  [4, '近视防控复查', '户外时间，用药与镜片'],
]
const DRUGS: ReadonlyArray<
  readonly [name: string, form: string, spec: string, unit: string, frequency: string, days: number, allergens: string]
> = [
  ['硫酸阿托品滴眼液', '滴眼液', '0.01%，0.4 mL×30', '盒', '每晚 1 次', 30, '阿托品、莨菪碱'],
  ['复方托吡卡胺滴眼液', '滴眼液', '10 mL', '支', '散瞳前 3 次，间隔 5 分钟', 1, '托吡卡胺、去氧肾上腺素'],
  ['左氧氟沙星滴眼液', '滴眼液', '5 mL:24.4 mg', '支', '每日 4 次', 7, '左氧氟沙星、喹诺酮'],
  ['玻璃酸钠滴眼液', '滴眼液', '0.1%，5 mL', '支', '每日 4 次', 7, '玻璃酸钠'],
  ['氟米龙滴眼液', '滴眼液', '0.1%，5 mL', '支', '每日 3 次', 7, '氟米龙、苯扎氯铵'],
]
const PROGRAMS: ReadonlyArray<readonly [string, string, number, number, string]> = [
  ['红光闪烁训练', '弱视训练', 15, 5, '弱视治疗仪'],
  ['精细目力训练', '弱视训练', 15, 7, '穿珠、描图'],
  ['翻转拍', '双眼视训练', 10, 5, '±2.00 D 翻转拍'],
  ['聚散球', '双眼视训练', 10, 5, '聚散球'],
  ['立体图融合', '双眼视训练', 15, 3, '可变矢量图'],
]

/** What is seen again, and when: days after the first visit. */
const BOOKED: ReadonlyArray<readonly [name: string, minutes: number, steps: ReadonlyArray<readonly [days: number, note: string]>]> = [
  [
    '塑形镜首年复查',
    20,
    [
      [1, '次日'],
      [7, '一周'],
      [30, '一月'],
      [90, '三月'],
      [180, '半年'],
      [365, '一年，评估换片'],
    ],
  ],
  [
    '近视防控复查',
    30,
    [
      [90, '三月'],
      [180, '半年'],
    ],
  ],
]
const ASKED: ReadonlyArray<readonly [name: string, type: string, steps: ReadonlyArray<{ days: number; content: string }>]> = [
  [
    '新镜配戴回访',
    '取镜后回访',
    [
      { days: 3, content: '是否适应，头晕、变形感' },
      { days: 30, content: '鼻托与镜腿是否需要调整' },
    ],
  ],
  [
    '塑形镜随访',
    '塑形镜随访',
    [
      { days: 2, content: '摘戴与护理是否规范，有无眼红眼痛' },
      { days: 14, content: '日间视力' },
    ],
  ],
]
const CASES = [
  {
    name: '近视初诊',
    abbr: 'jscz',
    type: 1,
    chiefComplaint: '看远不清',
    history: '否认眼部外伤及手术史',
    findings: '双眼前节正常，眼底未见异常',
    diagnosis: '屈光不正（双眼近视）',
    advice: '建议配戴合适度数眼镜，增加户外活动每日 2 小时，三个月复查',
    nextDays: 90,
  },
  {
    name: '塑形镜复查',
    abbr: 'sxfc',
    type: 2,
    chiefComplaint: '塑形镜复查',
    findings: '角膜透明，荧光素染色阴性，镜片定位居中',
    diagnosis: '角膜塑形术后',
    advice: '继续夜戴，规范护理，按期复查',
    nextDays: 90,
  },
] as const
const CARE = [
  { name: '远眺', minutes: 10, perDay: 3, content: '每用眼 20 分钟，看 6 米外 20 秒以上' },
  { name: '户外活动', minutes: 60, perDay: 2, content: '白天户外，不必直视阳光' },
]
/** Lists of the first shop, and the same in the others. */
export async function fillLists(shops: readonly Shop[], clock: string): Promise<void> {
  const { hid, as } = shops[0]!
  const manager = as('manager', clock)
  await fillWork(manager, hid)
  await fillPlans(manager, hid)
  const chain = as('chain', clock)
  for (const shop of shops.slice(1)) await chain('settings.copy', { hid, to: shop.hid, kinds: Object.keys(kinds) as MasterKind[] })
}

/** What is examined, trained, booked and asked about. */
async function fillWork(manager: Teller, hid: number): Promise<void> {
  for (const [name, color, note] of TAGS) await manager('settings.tag.save', { hid, name, color, note })
  const types = new Map<string, number>()
  for (const [use, name] of TYPES) types.set(name, (await manager('settings.type.save', { hid, name, use })).id)
  for (const type of FOLLOWED) types.set(type.name, (await manager('revisits.types.save', { hid, ...type })).id)
  for (const [name, type, unit, price] of ITEMS) await manager('settings.meditem.save', { hid, name, type: types.get(type), unit, price })
  for (const [type, name, note] of COMPLAINTS) await manager('settings.main-suit.create', { hid, name, type, note })
  for (const [name, form, spec, unit, frequency, days, allergens] of DRUGS)
    await manager('settings.drug.create', { hid, name, form, spec, unit, dose: '1 滴', route: '滴眼', frequency, days, allergens })
  for (const [name, type, minutes, perWeek, equipment] of PROGRAMS)
    await manager('train-program.save', { hid, name, type: types.get(type), minutes, perWeek, equipment })
  for (const [name, minutes, steps] of BOOKED)
    await manager('reservations.templates.save', {
      hid,
      name,
      type: types.get('复查'),
      minutes,
      steps: steps.map(([days, note]) => ({ days, note })),
    })
  for (const [name, type, steps] of ASKED) await manager('revisits.templates.save', { hid, name, type: types.get(type), steps: [...steps] })
}

/** What is written, advised at home, told at the desk and charged. */
async function fillPlans(manager: Teller, hid: number): Promise<void> {
  for (const written of CASES) await manager('settings.medical-templates.create', { hid, ...written })
  const programIds = await inTurn(CARE, async (care) => (await manager('settings.eg-program.create', { hid, ...care })).id)
  await manager('settings.eg-combination.create', { hid, name: '学龄儿童护眼', programIds, weeks: 12 })
  await manager('settings.notice.create', {
    hid,
    name: '散瞳验光请提前预约',
    content: '散瞳后约 6 小时看近不清，请家长陪同，当天不要安排书写作业。',
    pinned: true,
  })
  await manager('settings.charge-settings.create', {
    hid,
    name: '记名储值卡',
    minMoney: 100,
    maxMoney: 5000,
    maxBalance: 5000,
    note: '不记名卡余额不超过 1,000 元',
  })
}
