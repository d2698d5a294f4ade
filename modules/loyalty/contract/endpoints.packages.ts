import { get, outside, post, put } from '#kernel/contract/index.ts'
import * as s from './shapes.packages.ts'

export const packages = {
  'packages.list': get('/package', {
    can: 'package:view',
    reads: 'one',
    summary: 'Packages of a member, or of the members of the present store',
    input: s.PackageQuery,
    output: s.PackagePage,
  }),
  'packages.items': get('/package/item/{package_id}', {
    can: 'package:view',
    summary: 'What a package holds and what is left of it',
    input: s.ByPackage,
    output: s.PackageItems,
  }),
  'packages.delay': outside.put('/package/delay/{package_id}', {
    can: 'package:delay',
    again: 'it takes a password; a package that is prolonged is not prolonged to the same day again',
    summary: 'Prolongs a package, with who agreed, proven by the own password, and why',
    input: s.DelayPackage,
    reads: 'written',
    output: s.Package,
    fails: ['delay_shorter', 'approver_password', 'approver_locked'],
  }),
  'packages.item.confirm': post('/package/item/confirm', {
    can: 'package:redeem',
    summary: 'Uses pieces of a package up',
    input: s.ConfirmItem,
    reads: 'written',
    output: s.Package,
    fails: ['package_closed', 'package_short'],
  }),
  'packages.records': get('/package-record', {
    can: 'package:view',
    reads: 'one',
    summary: 'What was used of packages, where and by whom',
    input: s.RecordQuery,
    output: s.PackageRecordPage,
  }),
  'packages.item.cancel': post('/package/item/cancel', {
    can: 'package:redeem',
    summary: 'Ours: takes a use back on the day it was written down',
    input: s.CancelRecord,
    reads: 'written',
    output: s.Package,
    fails: ['use_old', 'use_taken_back'],
  }),
  'packages.freeze': put('/package/freeze/{package_id}', {
    can: 'package:delay',
    summary: 'Ours: freezes a package or lets it go on',
    input: s.FreezePackage,
    reads: 'written',
    output: s.Package,
  }),
}
