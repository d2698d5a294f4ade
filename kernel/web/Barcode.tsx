/** Barcodes for scanners, as SVG: sharp on paper at any resolution. */
import JsBarcode from 'jsbarcode'
import { useEffect, useRef } from 'react'

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
