/** One eye: the picture, another day's laid over it by a slider, and what is drawn on it. */
import { useState, type ReactNode } from 'react'
import { EyeTag, Empty, Loading, t, tr } from '#kernel/web/index.ts'
import { ExamImage } from '../../contract/images/shapes.ts'
import { metaOf } from '#kernel/contract/index.ts'
import { dayOf, isShown } from './beside.ts'
import { usePicture } from './usePicture.ts'
import type { Zoom } from './zoom.ts'

const types = metaOf(ExamImage.shape.imageType).options ?? {}
export const typeName = (image: Pick<ExamImage, 'imageType'>): string => tr(types[image.imageType] ?? '')
const small = { OD: 'od', OS: 'os', OU: 'ou' } as const
export const Eye = ({ of }: { of: ExamImage['eye'] }) => <EyeTag eye={small[of]} />

interface PaneProps {
  image: ExamImage
  /** Former pictures of the same eye and type. */
  others: readonly ExamImage[]
  zoom: Zoom
  /** The drawing over the picture: its height is `ratio` of its width. */
  drawing: (ratio: number) => ReactNode
  actions?: ReactNode
}
export function Pane({ image, others, zoom, drawing, actions }: PaneProps) {
  const [otherId, setOther] = useState<number>()
  const [share, setShare] = useState(50)
  const [ratio, setRatio] = useState(0.75)
  const other = others.find((one) => one.id === otherId)
  const now = usePicture(image)
  const then = usePicture(other)
  const { look } = zoom
  const named = t`${typeName(image)} ${dayOf(image)}`
  return (
    <figure className="picture-pane">
      <figcaption>
        <Eye of={image.eye} /> <b>{typeName(image)}</b> <span className="num">{image.takenAt.slice(0, 16)}</span>
        {image.voidedAt && <span className="bad">{t`已作废：${image.voidReason ?? ''}`}</span>}
        <span className="screen-actions">{actions}</span>
      </figcaption>
      {/* The picture is looked at with the keys as well: plus, minus, nought and the arrows. */}
      <div className="picture-stage" tabIndex={0} role="group" aria-label={t`${named}，加减号缩放，方向键移动，0 还原`} {...zoom.on}>
        <div className="picture-moved" style={{ transform: `translate(${look.x * 100}%, ${look.y * 100}%) scale(${look.scale})` }}>
          {now.src && (
            <img
              src={now.src}
              alt={named}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalHeight / naturalWidth)}
            />
          )}
          {then.src && other && (
            <img
              className="over"
              src={then.src}
              alt={t`${typeName(other)} ${dayOf(other)}`}
              draggable={false}
              style={{ opacity: share / 100 }}
            />
          )}
          {now.src && drawing(ratio)}
        </div>
        {!now.src && !now.failed && <Loading />}
        {now.failed && <Empty text={t`图像读取失败，请稍后再打开`} />}
      </div>
      {others.length > 0 && <Blend image={image} others={others} other={other} share={share} onOther={setOther} onShare={setShare} />}
    </figure>
  )
}

interface BlendProps {
  image: ExamImage
  others: readonly ExamImage[]
  other: ExamImage | undefined
  share: number
  onOther: (id: number | undefined) => void
  onShare: (share: number) => void
}
/** Which day is laid over the picture, and how much of it is seen. */
const Blend = ({ image, others, other, share, onOther, onShare }: BlendProps) => (
  <div className="picture-blend">
    <label>
      {t`与另一天叠加`}{' '}
      <select value={other?.id ?? ''} onChange={(e) => onOther(Number(e.target.value) || undefined)}>
        <option value="">{t`不叠加`}</option>
        {others.map((one) => (
          <option key={one.id} value={one.id}>
            {one.takenAt.slice(0, 16)}
          </option>
        ))}
      </select>
    </label>
    {other && (
      <label className="blend">
        <span className="num">{dayOf(image)}</span>
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={share}
          aria-label={t`叠加比例`}
          onChange={(e) => onShare(Number(e.target.value))}
        />
        <span className="num">{dayOf(other)}</span>
      </label>
    )}
  </div>
)

/** A small picture that opens the large one; a paper says what it is. */
export function Thumb({ image, onOpen }: { image: ExamImage; onOpen: () => void }) {
  const { src } = usePicture(image)
  return (
    <button type="button" className="picture-thumb" onClick={onOpen} aria-label={t`打开 ${typeName(image)} ${dayOf(image)}`}>
      {src ? (
        <img src={src} alt="" loading="lazy" />
      ) : (
        <span className="paper">{isShown(image) ? '…' : image.mime.replace(/^.*\//, '').toUpperCase()}</span>
      )}
      <span className="num">
        {typeName(image)} {dayOf(image).slice(5)}
        {image.shapes.length > 0 && <i title={t`有标注`}>✎</i>}
      </span>
    </button>
  )
}
