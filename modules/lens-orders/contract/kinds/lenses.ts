import { baseCurve, makerLimits, suitable } from '../check/limits.ts'
import { history, link, targets, trial, typed } from '../check/link.ts'
import { additions } from '../check/optics.ts'
import { prismPairs } from '../check/pairs.ts'
import { missing, outOfRange } from '../check/check.ts'
import { orderKind } from './kind.ts'

const spectacle = ['sph', 'cyl', 'axis', 'addition', 'prism', 'base', 'monoPd', 'fitHeight'] as const
/** Spectacle lenses: for a frame order, from a prescription, or for the shelf by a grid of powers. */
export const glasses = orderKind({
  kind: 'glasses',
  label: '镜片订单',
  noun: 'spectacle lens order',
  calls: { style: 'lens', name: 'lens-orders', path: '/{product}/lens-orders' },
  flow: 'supply',
  categories: [3],
  member: 'optional',
  basis: ['glasses', 'prescription', 'supplier'],
  parameters: spectacle,
  needed: ['sph'],
  checks: [missing, outOfRange, prismPairs, additions, link, typed],
  reviewed: 'custom',
  bill: 'member',
  receipt: {
    scan: ['gtin'],
    told: ['sph', 'cyl', 'axis', 'addition', 'prism', 'base'],
    untold: { monoPd: 'the workshop cuts to it', fitHeight: 'the workshop cuts to it' },
    to: 'workshop',
  },
  file: ['dcs', 'excel', 'csv', 'pdf'],
  papers: ['print-glasses'],
  columns: ['patientName', 'productName', 'powers', 'pieces', 'recordFrameId', 'mode'],
  filters: ['customer', 'brand', 'version', 'standard', 'optristId', 'order_mode_type'],
})

/** Ortho-k and other rigid lenses: each is one thing with a serial, made for one eye of one member. */
export const okjing = orderKind({
  kind: 'okjing',
  label: '硬镜订单',
  noun: 'hard lens order',
  calls: { style: 'order', orderType: 1 },
  flow: 'fitted',
  categories: [10],
  member: 'required',
  basis: ['fitting', 'prescription', 'consent', 'supplier'],
  parameters: ['sph', 'cyl', 'axis', 'bc', 'rc', 'ac', 'target', 'rzd', 'lza', 'dia', 'ct', 'colour'],
  needed: ['bc', 'target', 'dia'],
  checks: [missing, makerLimits, trial, link, targets, history, baseCurve, suitable],
  reviewed: 'always',
  bill: 'member',
  receipt: {
    scan: ['gtin', 'serial', 'lot', 'expiry'],
    told: ['bc', 'rc', 'ac', 'target', 'rzd', 'lza', 'dia', 'colour'],
    untold: {
      sph: 'the spectacle power the lens takes away: its label prints the target',
      cyl: 'the spectacle power the lens takes away: its label prints the target',
      axis: 'the spectacle power the lens takes away: its label prints the target',
      ct: 'makers print the thickness they meant, or none',
    },
    to: 'member',
  },
  file: ['excel', 'pdf'],
  papers: ['okjing-order'],
  columns: ['patientName', 'productName', 'parameters', 'paid', 'cause'],
  filters: ['customer', 'brand', 'version', 'optristId', 'order_mode_type'],
})

/** Soft contact lenses of a member, by boxes. */
export const soft = orderKind({
  kind: 'soft',
  label: '软镜订单',
  noun: 'soft lens order',
  calls: { style: 'order', orderType: 2 },
  flow: 'fitted',
  categories: [4],
  member: 'required',
  basis: ['prescription', 'supplier'],
  parameters: ['sph', 'cyl', 'axis', 'addition', 'bc', 'dia', 'colour'],
  needed: ['sph'],
  checks: [missing, outOfRange, makerLimits, additions, trial, link, history],
  reviewed: 'always',
  bill: 'member',
  receipt: {
    scan: ['gtin', 'lot', 'expiry'],
    told: ['sph', 'cyl', 'axis', 'addition', 'bc', 'dia', 'colour'],
    untold: {},
    to: 'member',
  },
  file: ['excel', 'csv', 'pdf'],
  papers: ['contact-lens-order'],
  columns: ['patientName', 'productName', 'powers', 'pieces', 'paid', 'cause'],
  filters: ['customer', 'brand', 'version', 'standard', 'optristId', 'order_mode_type'],
})

/** Soft lenses for the shelf: product by power by boxes, one order a supplier. */
export const batch = orderKind({
  kind: 'batch',
  label: '软镜备货',
  noun: 'contact lens batch order',
  calls: { style: 'batch' },
  flow: 'supply',
  categories: [4],
  member: 'none',
  basis: ['supplier'],
  parameters: ['sph', 'cyl', 'axis'],
  needed: ['sph'],
  checks: [missing, outOfRange],
  reviewed: 'never',
  bill: 'none',
  papersChecked: true,
  receipt: { scan: ['gtin', 'lot', 'expiry'], told: ['sph', 'cyl', 'axis'], untold: {}, to: 'shelf' },
  file: ['excel', 'csv', 'pdf'],
  papers: ['contact-lens-order'],
  columns: ['productName', 'powers', 'pieces'],
  filters: ['brand', 'version', 'standard', 'ctid'],
})
