/** A drawn signature as dots. */

/** The box signatures are drawn in. */
const [WIDE, HIGH] = [300, 100]
/** A path of moves and lines (`M20 60 L280 60`) as the dots of a raster image, `dots` wide. */
export function rasterOf(path: string, dots: number): number[] {
  const scale = dots / WIDE
  const high = Math.ceil(HIGH * scale)
  const across = Math.ceil(dots / 8)
  const image = new Uint8Array(across * high)
  const dot = (x: number, y: number) => {
    for (const [i, j] of [
      [x, y],
      [x + 1, y],
      [x, y + 1],
    ] as const)
      if (i >= 0 && i < dots && j >= 0 && j < high) image[j * across + (i >> 3)] = (image[j * across + (i >> 3)] ?? 0) | (0x80 >> (i & 7))
  }
  let [x, y] = [0, 0]
  for (const [, command, a, b] of path.matchAll(/([ML])\s*(-?[\d.]+)[\s,]+(-?[\d.]+)/g)) {
    const [toX, toY] = [Number(a) * scale, Number(b) * scale]
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(toX - x), Math.abs(toY - y))))
    if (command === 'L')
      for (let n = 0; n <= steps; n++) dot(Math.round(x + ((toX - x) * n) / steps), Math.round(y + ((toY - y) * n) / steps))
    ;[x, y] = [toX, toY]
  }
  return [0x1d, 0x76, 0x30, 0, across & 0xff, across >> 8, high & 0xff, high >> 8, ...image]
}
