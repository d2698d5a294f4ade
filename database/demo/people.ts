/** Invented members: common surnames and given names put together by chance; nobody real. */
import { shiftDay, type Chance } from './random.ts'

const SURNAMES = [
  ...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文',
]
const BOYS = [
  '子轩',
  '浩然',
  '宇航',
  '梓豪',
  '俊杰',
  '思远',
  '明哲',
  '嘉懿',
  '博文',
  '天佑',
  '一鸣',
  '泽宇',
  '沐阳',
  '晨曦',
  '睿',
  '辰',
  '皓轩',
  '梓睿',
  '铭泽',
  '承恩',
  '逸凡',
  '星辰',
  '奕辰',
  '景行',
]
const GIRLS = [
  '子涵',
  '雨桐',
  '欣怡',
  '梓萱',
  '诗涵',
  '佳慧',
  '思彤',
  '可馨',
  '若曦',
  '依诺',
  '语嫣',
  '梦琪',
  '婉婷',
  '静怡',
  '晓晓',
  '悦',
  '瑶',
  '沐瑶',
  '芷若',
  '书瑶',
  '安琪',
  '一诺',
  '清妍',
  '米朵',
]
const MEN = ['伟', '强', '磊', '军', '勇', '杰', '涛', '明', '超', '建国', '志强', '海涛', '文斌', '国栋', '晓东', '永刚', '立新']
const WOMEN = ['芳', '娜', '敏', '静', '丽', '艳', '娟', '霞', '秀英', '桂兰', '文静', '丽华', '海燕', '玉梅', '晓燕', '春梅', '雅文']
const SCHOOLS = ['实验小学', '朝阳小学', '育才小学', '第一中学', '外国语学校', '新城小学', '希望小学', '附属中学']

export interface Person {
  name: string
  gender: 0 | 1
  birth: string
  mobile: string
  guardian: string | null
  school: string | null
  child: boolean
  parentsMyopic: 0 | 1 | 2
  allergy: string | null
}
/** Share of children among the members. */
export const CHILDREN = 0.74
/** A member as of a day: three of four are children between 5 and 16. */
export function person(c: Chance, day: string): Person {
  const child = c.chance(CHILDREN)
  const gender = c.chance(0.5) ? 0 : 1
  const surname = c.pick(SURNAMES)
  const years = child ? Math.min(16, Math.max(5, c.around(9.5, 3.4))) : Math.min(78, Math.max(19, c.around(43, 16)))
  const birth = shiftDay(day, -Math.round(years * 365.25) - c.int(0, 120))
  const mobile = `1${c.pick([38, 39, 37, 35, 36, 50, 58, 86, 88, 89])}${String(c.int(0, 99_999_999)).padStart(8, '0')}`
  return {
    name: surname + c.pick(child ? (gender ? GIRLS : BOYS) : gender ? WOMEN : MEN),
    gender,
    birth,
    mobile,
    child,
    guardian: child ? surname + c.pick(c.chance(0.6) ? WOMEN : MEN) : null,
    school: child ? c.pick(SCHOOLS) : null,
    parentsMyopic: c.pick([0, 1, 1, 2] as const),
    allergy: c.chance(0.03) ? c.pick(['青霉素', '托吡卡胺', '花粉', '海鲜']) : null,
  }
}
