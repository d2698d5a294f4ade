/** Codes for scanners, as SVG: sharp on paper at any resolution. */
import JsBarcode from 'jsbarcode'
import { useEffect, useMemo, useRef } from 'react'
import { encode } from 'uqr'

/** CODE128 of a text. `module`: width of the thinnest bar in mm; 0.25 mm is two dots at 203 dpi, what label printers draw cleanly. */
export function Barcode({ of, height = 10, module = 0.25, text = true }: { of: string; height?: number; module?: number; text?: boolean }) {
  const svg = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const own = svg.current
    if (!own) return
    JsBarcode(own, of, { format: 'CODE128', width: 1, height: height / module, margin: 0, displayValue: false })
    const modules = Number.parseFloat(own.getAttribute('width') ?? '0')
    own.setAttribute('viewBox', `0 0 ${modules} ${height / module}`)
    own.setAttribute('preserveAspectRatio', 'none')
    own.removeAttribute('style')
    own.setAttribute('width', `${modules * module}mm`)
    own.setAttribute('height', `${height}mm`)
  }, [of, height, module])
  return (
    <figure className="barcode">
      <svg ref={svg} role="img" aria-label={of} shapeRendering="crispEdges" />
      {text && <figcaption>{of}</figcaption>}
    </figure>
  )
}

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
