import { clock, count, flag, text, word } from '#kernel/contract/index.ts'
import { cycloplegiaDrug } from '../aids/cycloplegia.ts'
import { cycloplegiaFindings } from '../checks/cycloplegia.ts'
import { exam, legacy } from './kind.ts'

const optionalFlag = (label: string) => flag(label).nullable()
const drop = (n: number) => clock(`第 ${n} 滴`).nullable()

/** Drops before a cycloplegic refraction, which names this record. */
export const cycloplegia = exam({
  kind: 'cycloplegia',
  table: 'exam_cycloplegia',
  noun: '散瞳记录',
  title: '散瞳记录',
  english: 'Cycloplegia, ours',
  tab: 'cycloplegia',
  calls: legacy('/examCycloplegia', { ours: ['list', 'info', 'save'] }),
  fields: {
    drug: cycloplegiaDrug.nullable(),
    strength: text('浓度', { max: 20 }).nullable(),
    eye: word('散瞳眼别', { OU: '双眼', OD: '右眼', OS: '左眼' }).nullable(),
    drop1: drop(1),
    drop2: drop(2),
    drop3: drop(3),
    drop4: drop(4),
    drop5: drop(5),
    /** Atropine is given at home for days before. */
    atHome: flag('在家用药').nullable(),
    homeDays: count('在家用药天数', { min: 1, max: 14, unit: '天' }).nullable(),
    narrowAngle: optionalFlag('青光眼或浅前房'),
    allergic: optionalFlag('药物过敏'),
    heart: optionalFlag('心脏病或癫痫'),
    fever: optionalFlag('发热'),
  },
  beside: ['strength', 'eye', 'homeDays', 'narrowAngle', 'allergic', 'heart', 'fever'],
  due: ['drug', 'drop1', 'narrowAngle', 'allergic', 'heart', 'fever'],
  groups: [
    { title: '已询问的禁忌', items: ['narrowAngle', 'allergic', 'heart', 'fever'] },
    { items: ['drug', 'strength', 'eye', 'atHome', 'homeDays'] },
    { title: '点药时间', items: ['drop1', 'drop2', 'drop3', 'drop4', 'drop5'] },
  ],
  needs: [],
  start: () => ({ drug: 1, eye: 'OU' }),
  checks: cycloplegiaFindings,
  history: [],
  trends: [],
  print: [
    {
      title: '散瞳记录',
      items: [
        'drug',
        'strength',
        'eye',
        'drop1',
        'drop2',
        'drop3',
        'drop4',
        'drop5',
        'atHome',
        'homeDays',
        'narrowAngle',
        'allergic',
        'heart',
        'fever',
      ],
    },
  ],
  example: {
    drug: 1,
    strength: '0.5%',
    eye: 'OU',
    drop1: '09:00',
    drop2: '09:05',
    drop3: '09:10',
    atHome: false,
    narrowAngle: false,
    allergic: false,
    heart: false,
    fever: false,
  },
})
