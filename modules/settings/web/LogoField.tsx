import { Button } from 'antd'
import { useState } from 'react'
import { t } from '#kernel/web/index.ts'

/** Maximum pixels of a picture, and maximum length of its text. */
interface Room {
  readonly width: number
  readonly height: number
  readonly text: number
}
const LOGO: Room = { width: 320, height: 96, text: 60_000 }
export const PHOTO: Room = { width: 1024, height: 1024, text: 400_000 }

/** Reduces a picture to PNG or WebP small enough to be part of a request. */
async function shrunk(file: File, room: Room): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, room.width / picture.width, room.height / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const png = canvas.toDataURL('image/png')
  return png.length <= room.text ? png : canvas.toDataURL('image/webp', 0.8)
}

export function LogoField({
  id,
  value,
  onChange,
  disabled,
  room = LOGO,
  label = t`门店标志`,
  none = t`未设标志`,
}: {
  id: string
  value: string | null | undefined
  onChange: (logo: string | null) => void
  disabled: boolean
  room?: Room
  /** Description of the picture, and the text shown without one. */
  label?: string
  none?: string
}) {
  const [wrong, setWrong] = useState(false)
  const take = (file: File | undefined) => {
    if (!file) return
    setWrong(false)
    shrunk(file, room).then(onChange, () => setWrong(true))
  }
  return (
    <div className="logo-edit">
      {value ? <img src={value} alt={label} /> : <span className="screen-note">{none}</span>}
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
