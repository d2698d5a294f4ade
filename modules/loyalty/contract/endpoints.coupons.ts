import { del, done, get, post, put, z } from '#kernel/contract/index.ts'
import { grantFails } from './grants/endpoints.ts'
import * as s from './shapes.coupons.ts'

export const coupons = {
  'card-volume.list': get('/v1/{product}/card-volume/settings', {
    can: 'session',
    summary: 'Kinds of coupons with how many were given and used',
    input: s.CouponKindQuery,
    output: s.CouponKindPage,
  }),
  'card-volume.charge': get('/v1/{product}/card-volume/settings/charge', {
    can: 'session',
    summary: 'Kinds of coupons that can be given with a top-up now',
    input: z.object({}),
    output: s.CouponKindPage,
  }),
  'card-volume.create': post('/v1/{product}/card-volume/settings', {
    can: 'coupon:edit',
    summary: 'A new kind of coupon',
    input: s.NewCouponKind,
    output: s.CouponKind,
    fails: ['coupon_worth', 'coupon_given'],
  }),
  'card-volume.update': put('/v1/{product}/card-volume/settings/{id}', {
    changes: 'id',
    can: 'coupon:edit',
    summary: 'Changes a kind; what coupons already given are worth stays',
    input: s.EditCouponKind,
    output: s.CouponKind,
    fails: ['coupon_worth', 'coupon_given'],
  }),
  'card-volume.delete': del('/v1/{product}/card-volume/settings/{id}', {
    can: 'coupon:edit',
    summary: 'Deletes a kind nobody received',
    input: s.ById,
    output: done(),
  }),
  'receive-record.list': get('/v1/{product}/receive-record', {
    can: 'coupon:view',
    summary: 'Coupons given by the present store',
    input: s.ReceiveQuery,
    reads: 'many',
    output: s.ReceivePage,
  }),
  'receive-record.patient': get('/v1/{product}/receive-record/patient', {
    can: 'coupon:view',
    reads: 'one',
    summary: 'Every coupon of a member',
    input: s.MemberCoupons,
    output: s.CouponList,
  }),
  'receive-record.patient-cancel': get('/v1/{product}/receive-record/patient-cancel', {
    can: 'coupon:view',
    reads: 'one',
    summary: 'Coupons of a member that can be used now',
    input: s.MemberCoupons,
    output: s.CouponList,
  }),
  'receive-record.get': get('/v1/{product}/receive-record/{id}', {
    can: 'coupon:view',
    reads: 'one',
    summary: 'One coupon',
    input: s.ById,
    output: s.ReceiveRecord,
  }),
  'receive-record.create': post('/v1/{product}/receive-record', {
    can: 'coupon:issue',
    summary: 'Gives coupons to members',
    input: s.IssueCoupon,
    reads: 'written',
    output: s.Issued,
    fails: ['coupon_stopped', 'coupon_total', 'coupon_per_member', ...grantFails],
  }),
  'receive-record.status': put('/v1/{product}/receive-record/{id}', {
    can: 'coupon:redeem',
    summary: 'Redeems a coupon, takes that back, cancels it or takes it in (R124: status in the body)',
    input: s.SetCouponStatus,
    reads: 'written',
    output: s.ReceiveRecord,
    fails: ['coupon_unusable', 'coupon_by_bill'],
  }),
}
