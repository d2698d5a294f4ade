import { Button } from 'antd'
import { useState } from 'react'
import { t } from '#kernel/web/index.ts'

const WIDTH = 320
const HEIGHT = 96

/** A picture made small enough to travel with the store: at most 320 × 96 points, as PNG or WebP. */
async function shrunk(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, WIDTH / picture.width, HEIGHT / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const png = canvas.toDataURL('image/png')
  return png.length <= 60_000 ? png : canvas.toDataURL('image/webp', 0.8)
}

export function LogoField({
  id,
  value,
  onChange,
  disabled,
}: {
  id: string
  value: string | null | undefined
  onChange: (logo: string | null) => void
  disabled: boolean
}) {
  const [wrong, setWrong] = useState(false)
  const take = (file: File | undefined) => {
    if (!file) return
    setWrong(false)
    shrunk(file).then(onChange, () => setWrong(true))
  }
  return (
    <div className="logo-edit">
      {value ? <img src={value} alt={t`门店标志`} /> : <span className="screen-note">{t`未设标志`}</span>}
      {!disabled && (
        <label className="btn">
          {t`选择图片`}
          <input id={id} className="sr" type="file" accept="image/png,image/jpeg,image/webp" onChange={(e) => take(e.target.files?.[0])} />
        </label>
      )}
      {!disabled && value && <Button size="small" onClick={() => onChange(null)}>{t`去掉`}</Button>}
      {wrong && <small className="bad" role="alert">{t`这个文件不是图片`}</small>}
    </div>
  )
}
