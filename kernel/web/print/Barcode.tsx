/** Barcodes for scanners, as SVG: sharp on paper at any resolution. */
import CODE128 from 'jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js'
import { useMemo } from 'react'

const Encoder = 'default' in CODE128 ? CODE128.default : CODE128

/** A dot of a label printer, 203 to the inch, in mm. */
export const DOT = 25.4 / 203

/** CODE128 of a text. `module`: width of the thinnest bar in mm; two dots at 203 dpi are what label printers draw cleanly. */
export function Barcode({
  of: content,
  height = 10,
  module = 2 * DOT,
  text = true,
}: {
  of: string
  height?: number
  module?: number
  text?: boolean
}) {
  const { path, modules } = useMemo(() => {
    const code = new Encoder(content, {})
    const data = code.valid() ? code.encode().data : ''
    return {
      modules: data.length,
      path: [...data.matchAll(/1+/g)].map((bar) => `M${bar.index} 0h${bar[0].length}v1h-${bar[0].length}z`).join(''),
    }
  }, [content])
  return (
    <figure className="barcode">
      <svg
        role="img"
        aria-label={content}
        width={`${modules * module}mm`}
        height={`${height}mm`}
        viewBox={`0 0 ${modules} 1`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
      {text && <figcaption>{content}</figcaption>}
    </figure>
  )
}
