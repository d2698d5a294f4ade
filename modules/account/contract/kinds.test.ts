import { describe, expect, it } from 'vitest'
import { demoted, heldIn, isExpired, keptAfterExpiry, kindOf, landingOf } from './kinds.ts'

const kind = (role: string, edition = 'hospital', organisation = 'chain') => kindOf({ role, edition, organisation })

describe('kinds of account', () => {
  it.each([
    ['tv', 'hospital', 'chain', 'TV', '/tv/screen_manage'],
    ['expert', 'hospital', 'chain', 'expert', '/expert'],
    ['eg', 'hospital', 'chain', 'eg', '/eg/home'],
    ['chain', 'hospital', 'chain', 'chain', '/dashboard'],
    ['chain', 'hospital', 'joint', 'joint', '/dashboard'],
    ...(['hospital', 'advance', 'free', 'ask', 'eyefile', 'egone', 'egtwo', 'egthree', 'okjing'] as const).map((e) => [
      'manager',
      e,
      'chain',
      e,
      '/dashboard',
    ]),
    ['doctor', 'hospital', 'chain', 'hospital_doctor', '/dashboard'],
    ['cashier', 'advance', 'single', 'advance_cashier', '/dashboard'],
    ['inspector', 'hospital', 'chain', 'hospital_inspector', '/inventory/gsp/inspect'],
  ])('R002–R004 a %s of a %s store in a %s organisation is %s and lands on %s', (role, edition, organisation, expected, landing) => {
    expect(kindOf({ role: role!, edition: edition!, organisation: organisation! })).toBe(expected)
    expect(landingOf(expected!)).toBe(landing)
  })
  it('R005 R006 in the eye-guardian variant everybody lands on its home', () => expect(landingOf('hospital_doctor', true)).toBe('/eg/home'))
  it.each(['hospital', 'advance', 'free', 'ask', 'eyefile', 'egone', 'egtwo', 'egthree'])(
    'R026 after expiry %s keeps dashboard, institution and my account',
    (k) => expect(keptAfterExpiry(k)).toEqual(['/dashboard', '/settings/institution', '/settings/my_account']),
  )
  it.each(['chain', 'joint', 'okjing', 'hospital_doctor', 'advance_cashier'])('R027 after expiry %s keeps only the dashboard', (k) =>
    expect(keptAfterExpiry(k)).toEqual(['/dashboard']),
  )
  it("R028 the last day is the account's own, and without a date there is no end", () => {
    expect([isExpired('2026-11-21', '2026-11-21'), isExpired('2026-11-20', '2026-11-21'), isExpired(null, '2026-11-21')]).toEqual([
      false,
      true,
      false,
    ])
    expect(['TV', 'expert', 'eg'].map(keptAfterExpiry)).toEqual([undefined, undefined, undefined])
  })
  it('R039 demotion goes one step down and ends at free, which sees everything and sells nothing', () => {
    expect(['advance', 'hospital', 'free', 'egone'].map(demoted)).toEqual(['hospital', 'free', 'free', 'free'])
    expect(
      ['feebill:view', 'patient:save', 'reservation:edit', 'feebill:confirm', 'stock:adjust', 'patient:export'].map((code) =>
        heldIn('free', code),
      ),
    ).toEqual([true, true, true, false, false, true])
    expect(heldIn(kind('manager', 'advance'), 'stock:adjust')).toBe(true)
  })
})
