/** QR codes, as SVG. */
import { useMemo } from 'react'
import { encode } from 'uqr'

/** QR code of a text, a side in mm. */
export function Qr({ of, size = 18 }: { of: string; size?: number }) {
  const { path, side } = useMemo(() => {
    const { data, size: n } = encode(of, { ecc: 'M', border: 1 })
    return { side: n, path: data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('') }
  }, [of])
  return (
    <svg className="qr" role="img" aria-label={of} width={`${size}mm`} height={`${size}mm`} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
