import { describe, expect, it } from 'vitest'
import { rowsOfTree, treeOfRows } from './rows.ts'
import { treeProblems } from './tree.ts'
import { numberOf, typedRows } from './typed.ts'

const golden: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, string, unknown?]>]> = [
  [
    'OK镜戴满11个月且90天未复查',
    [
      ['okMonths', 'atLeast', 11],
      ['okCheckedDays', 'atLeast', 90],
    ],
  ],
  [
    'OK镜戴满11个月90天未复查',
    [
      ['okMonths', 'atLeast', 11],
      ['okCheckedDays', 'atLeast', 90],
    ],
  ],
  ['塑形镜戴了一年', [['okMonths', 'atLeast', 12]]],
  [
    '两年前配过镜、今年来过的',
    [
      ['glassesMonths', 'atLeast', 24],
      ['visitsYear', 'atLeast', 1],
    ],
  ],
  ['6到12岁的孩子', [['age', 'between', [6, 12]]]],
  [
    '18岁以上，女',
    [
      ['age', 'atLeast', 18],
      ['sex', 'in', [1]],
    ],
  ],
  ['12岁以下', [['age', 'atMost', 12]]],
  ['家里有6-17岁的孩子', [['childAge', 'between', [6, 17]]]],
  ['半年没来', [['lastVisitDays', 'atLeast', 183]]],
  ['最近3个月来过', [['lastVisitDays', 'atMost', 90]]],
  ['7天内过生日', [['birthdayIn', 'atMost', 7]]],
  ['余额超过500元', [['balance', 'atLeast', 500]]],
  ['积分满1000', [['points', 'atLeast', 1000]]],
  ['累计消费超过3000元', [['billTotal', 'atLeast', 3000]]],
  ['没有预约', [['booked', 'no']]],
  ['绑定微信', [['wechat', 'yes']]],
  ['未绑定微信', [['wechat', 'no']]],
  ['券30天内到期', [['couponEndsIn', 'atMost', 30]]],
  ['套餐一个月内到期', [['packageEndsIn', 'atMost', 30]]],
  ['高度近视', [['myopiaBand', 'in', [3]]]],
  ['在用阿托品', [['treatment', 'in', [1]]]],
  ['爽约过', [['noShows', 'atLeast', 1]]],
  ['眼镜戴了两年以上', [['glassesMonths', 'atLeast', 24]]],
  ['同意收营销短信', [['marketingConsent', 'yes']]],
]
describe('typed words', () => {
  it.each(golden)('%s', (text, leaves) => {
    const { rows, unknown } = typedRows(text)
    expect(unknown).toEqual([])
    expect(rows.map(({ leaf }) => [leaf.key, leaf.op, ...(leaf.value === undefined ? [] : [leaf.value])])).toEqual(leaves)
    expect(treeProblems(treeOfRows(rows))).toEqual([])
  })
  it('what is not understood is shown, never guessed', () => {
    expect(typedRows('喜欢蓝色的人，18岁以上')).toMatchObject({ unknown: ['喜欢蓝色的人'], rows: [{ leaf: { key: 'age' } }] })
  })
  it('不要 excludes, and lines make the tree they came from', () => {
    const { rows } = typedRows('18岁以上，不要有订单')
    expect(treeOfRows(rows)).toEqual({ all: [{ key: 'age', op: 'atLeast', value: 18 }, { not: { key: 'frameOpen', op: 'yes' } }] })
    expect(rowsOfTree(treeOfRows(rows))).toEqual(rows)
  })
  it('numbers are read in digits and in words', () =>
    expect(['11', '十一', '二十', '两', '半'].map(numberOf)).toEqual([11, 11, 20, 2, 0.5]))
})
