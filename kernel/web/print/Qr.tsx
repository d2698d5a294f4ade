/** QR codes, as SVG. */
import { useMemo } from 'react'
import { encode } from 'uqr'
import { DOT } from './Barcode.tsx'

/** QR code of a text, at most `size` mm a side: modules are whole dots of a label printer where that leaves them readable. */
export function Qr({ of: content, size = 18 }: { of: string; size?: number }) {
  const { path, side } = useMemo(() => {
    const { data, size: n } = encode(content, { ecc: 'M', border: 1 })
    return { side: n, path: data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('') }
  }, [content])
  const dots = Math.floor(size / DOT / side)
  const mm = dots >= 2 ? dots * side * DOT : size
  return (
    <svg
      className="qr"
      role="img"
      aria-label={content}
      width={`${mm}mm`}
      height={`${mm}mm`}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
