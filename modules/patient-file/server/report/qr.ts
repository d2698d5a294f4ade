/** A QR code as SVG, with exactly the given content. */
import { encode } from 'uqr'

export function qrSvg(text: string, label: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 1 })
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  const drawn = `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/>`
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges">${drawn}</svg>`
}
