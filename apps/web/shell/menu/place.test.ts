import { expect, it } from 'vitest'
import { placeOf } from './Sidebar.tsx'

it('the menu shows where we are on screens it does not list: a neighbour of two parts, the list of a detail', () => {
  const entries = ['/today/charge', '/patients/list', '/patients/point', '/patients/points/account', '/medical/reserve', '/medical/fee']
  const places = [
    '/patients/list',
    '/patients/points/setting',
    '/patients/point',
    '/patients/detail/6/home',
    '/medical/fee-edit/3',
    '/medical/fee',
    '/today',
  ]
  expect(places.map((path) => placeOf(entries, path))).toEqual([
    '/patients/list',
    '/patients/points/account',
    '/patients/point',
    '/patients/list',
    undefined,
    '/medical/fee',
    undefined,
  ])
})
