/**
 * Fitted against received: which parameters must agree, a pair that changed sides, a lens out of date. Pure, and the same on screen and
 * server.
 */
import { compareFacts, compareNumbers, isMissing, type Comparison } from '#kernel/contract/index.ts'
import { readUdi } from '#kernel/contract/gs1/gs1.ts'
import type { Body, RecordFault } from '../kinds/kind.ts'
import { labelOf, lensParameterNames, type LensParameter, type OrthokSide } from './fields.ts'

export const sideOf = (eye: OrthokSide) => (eye === 'od' ? 'Od' : 'Os')
export const SIDES: readonly OrthokSide[] = ['od', 'os']
const eyeName = (eye: OrthokSide) => (eye === 'od' ? '右眼' : '左眼')
/** Makers state the centre thickness to ± 0.02 mm; every other parameter is the one ordered or it is another lens. */
const THICKNESS_TOLERANCE = 0.02

/** What a lens is, as far as it is stated, under the plain names. */
type Lens = Readonly<Partial<Record<LensParameter, unknown>>>
export const lensIn = (body: Body, eye: OrthokSide): Lens =>
  Object.fromEntries(lensParameterNames.map((n) => [n, body[`${n}${sideOf(eye)}`] ?? null]))

const stated = (value: unknown): number | string | null => (typeof value === 'number' || typeof value === 'string' ? value : null)
/** A parameter that was fitted beside the one that came; unknown where nobody stated one of them. */
function compareParameter(name: LensParameter, wanted: unknown, got: unknown): Comparison {
  const [fitted, came] = [stated(wanted), stated(got)]
  if (typeof fitted === 'number' && typeof came === 'number') return compareNumbers(fitted, came, name === 'ct' ? THICKNESS_TOLERANCE : 0)
  return compareFacts<number | string>(fitted, came)
}
/** Parameters in which a lens is not known to be the one wanted; what the fitting leaves open is compared with nothing. */
export const differences = (wanted: Lens, got: Lens): LensParameter[] =>
  lensParameterNames.filter((n) => !isMissing(stated(wanted[n])) && compareParameter(n, wanted[n], got[n]) !== 'same')

/** The lenses came, and each is the other eye's. */
export function swapped(wanted: Body, got: Body): boolean {
  const [od, os, r, l] = [lensIn(wanted, 'od'), lensIn(wanted, 'os'), lensIn(got, 'od'), lensIn(got, 'os')]
  const crossed = differences(os, r).length === 0 && differences(od, l).length === 0
  return crossed && (differences(od, r).length > 0 || differences(os, l).length > 0)
}
/** A lens was received for the eye: something of it is written. */
export const receivedFor = (body: Body, eye: OrthokSide): boolean =>
  ['serial', 'udi', 'batch', 'expiry'].some((n) => body[`${n}${sideOf(eye)}`])

/** Received against fitted: a swapped pair is told as one, not as eighteen differences. */
export function comparison(fitting: Body, take: Body): readonly RecordFault[] {
  if (SIDES.every((eye) => receivedFor(take, eye)) && swapped(fitting, take))
    return [{ field: 'serialOd', what: '左右眼镜片放反了：右眼的参数是左眼定的，左眼的是右眼定的' }]
  return SIDES.filter((eye) => receivedFor(take, eye)).flatMap((eye) => {
    if (!fitting[`fitted${sideOf(eye)}`]) return [{ field: `serial${sideOf(eye)}`, what: `${eyeName(eye)}没有定片` }]
    const [wanted, got] = [lensIn(fitting, eye), lensIn(take, eye)]
    return differences(wanted, got).map((n) => ({
      field: `${n}${sideOf(eye)}`,
      what: `${eyeName(eye)}${labelOf(n)}：定 ${String(wanted[n])}，到 ${String(got[n] ?? '未填')}`,
    }))
  })
}

const byUdi = { gtin: 'gtin', batch: 'batch', serial: 'serial', expiry: 'expiry' } as const
/** What a box says, from its code: empty places are filled, what was typed stays to be compared. */
export function readBoxes(body: Body): Body {
  const read = SIDES.flatMap((eye) => {
    const code = body[`udi${sideOf(eye)}`]
    const udi = typeof code === 'string' && code ? readUdi(code).udi : undefined
    return Object.entries(byUdi).flatMap(([name, from]) => {
      const field = `${name}${sideOf(eye)}`
      return udi?.[from] && !body[field] ? [[field, udi[from]] as const] : []
    })
  })
  return { ...body, ...Object.fromEntries(read) }
}
function boxFaults(body: Body, eye: OrthokSide, day: string): readonly RecordFault[] {
  const side = sideOf(eye)
  const code = body[`udi${side}`]
  const scan = typeof code === 'string' && code ? readUdi(code) : undefined
  if (scan?.fault) return [{ field: `udi${side}`, what: `${eyeName(eye)} UDI：${scan.fault}` }]
  const expiry = body[`expiry${side}`]
  const labels = { gtin: '产品标识', batch: '批号', serial: '序列号', expiry: '效期' } as const
  return [
    ...(['serial', 'batch', 'expiry'] as const).flatMap((n) =>
      body[`${n}${side}`] ? [] : [{ field: `${n}${side}`, what: `请填写${eyeName(eye)}${labels[n]}` }],
    ),
    ...Object.entries(byUdi).flatMap(([name, from]) =>
      scan?.udi?.[from] && body[`${name}${side}`] !== scan.udi[from]
        ? [{ field: `${name}${side}`, what: `${eyeName(eye)}${labels[from]}与 UDI 不一致：UDI 是 ${scan.udi[from]}` }]
        : [],
    ),
    ...(typeof expiry === 'string' && expiry < day
      ? [{ field: `expiry${side}`, what: `${eyeName(eye)}镜片效期 ${expiry} 已过，不能交付` }]
      : []),
  ]
}
/** What a take record must say of the boxes. */
export function takeFaults(body: Body, day: string): readonly RecordFault[] {
  const received = SIDES.filter((eye) => receivedFor(body, eye))
  if (!received.length) return [{ field: 'serialOd', what: '请扫描或填写至少一片镜片' }]
  const one = body.serialOd && body.serialOd === body.serialOs ? [{ field: 'serialOs', what: '两片镜片的序列号相同' }] : []
  return [...received.flatMap((eye) => boxFaults(body, eye, day)), ...one]
}
/** What a fitting must say of each eye it fits. */
export function fittingFaults(body: Body): readonly RecordFault[] {
  const fitted = SIDES.filter((eye) => body[`fitted${sideOf(eye)}`])
  if (!fitted.length) return [{ field: 'fittedOd', what: '请选择定片的眼别' }]
  const missing = fitted.flatMap((eye) =>
    (['bc', 'target', 'dia'] as const).flatMap((n) =>
      body[`${n}${sideOf(eye)}`] === null || body[`${n}${sideOf(eye)}`] === undefined
        ? [{ field: `${n}${sideOf(eye)}`, what: `请填写${eyeName(eye)}${labelOf(n)}` }]
        : [],
    ),
  )
  return [...missing, ...(body.orderId || body.source ? [] : [{ field: 'source', what: '请选择镜片来源：本院订购、外购或旧镜' }])]
}
