/** Pictures made small in the browser before they are sent: at most 1 MB, at most 1600 dots wide. */
const MOST = 1_000_000
const WIDEST = 1600

async function drawn(bitmap: ImageBitmap, width: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width))
  const context = canvas.getContext('2d')
  if (!context) return null
  // What was see-through becomes white: a JPEG knows no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
/** The picture as a JPEG of at most 1 MB; the file itself where the browser cannot read it, for the server to refuse. */
export async function shrink(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  let width = Math.min(WIDEST, bitmap.width)
  for (const quality of [0.85, 0.75, 0.65, 0.55]) {
    const blob = await drawn(bitmap, width, quality)
    if (blob && blob.size <= MOST) return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
    width = Math.round(width * 0.8)
  }
  return file
}
