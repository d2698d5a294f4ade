import { get, outside, post } from '#kernel/contract/index.ts'
import * as s from './shapes.shifts.ts'
import { ById } from './shapes.ts'

const can = 'till:shift'
export const shifts = {
  'till.now': get('/{product}/till/{hid}', {
    can,
    summary: 'Ours: the till of a store now, with what was taken since the shift began',
    input: s.ByStore,
    output: s.TillNow,
  }),
  'till.open': post('/{product}/till/open', {
    can,
    summary: 'Ours: begins a shift; whoever is logged in answers for the drawer',
    input: s.OpenShift,
    output: s.Shift,
    fails: ['one_open', 'float_reason'],
  }),
  'till.hand-over': outside.post('/{product}/till/hand-over', {
    can,
    again: 'it takes a password; a shift that is closed is not closed again',
    summary: 'Ours: counts and closes a shift; who takes over signs and proves it with the own password, and the next one begins',
    input: s.TillHandOver,
    output: s.Shift,
    fails: [
      'shift_closed',
      'count_way',
      'count_reason',
      'left_too_much',
      'pieces_differ',
      'own_receiver',
      'receiver_signature',
      'receiver_password',
      'receiver_locked',
    ],
  }),
  'till.shifts': get('/{product}/till/{hid}/shifts', {
    can,
    summary: 'Ours: shifts of a store, newest first',
    input: s.ShiftQuery,
    output: s.ShiftPage,
  }),
  'till.shift': get('/{product}/till/shift/{id}', {
    can,
    summary: 'Ours: one shift with its counts, for its paper',
    input: ById,
    output: s.Shift,
  }),
}
