import { useState } from 'react'
import type { BlockOf, PictureFile } from '#kernel/contract/paper.ts'
import { useFileUrl } from '../../calls/useFileUrl.ts'
import { t } from '../../i18n.ts'
import { Drawn } from './Strokes.tsx'

const bytesOf = (file: PictureFile) => ('of' in file ? file : undefined)
const NOTHING = { method: 'GET', path: '' } as const

/** A picture with what is drawn on it; its lines in words below it. */
export function PaperPicture({ of: { title, file, strokes, lines } }: { of: BlockOf<'picture'> }) {
  const [ratio, setRatio] = useState(0.75)
  const read = bytesOf(file)
  const { src, failed } = useFileUrl(read?.of ?? NOTHING, read?.input ?? {}, read !== undefined)
  return (
    <figure className="paper-picture">
      <figcaption>{title}</figcaption>
      {src && (
        <div>
          <img
            src={src}
            alt={title}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalHeight / naturalWidth)}
          />
          <Drawn of={strokes} ratio={ratio} />
        </div>
      )}
      {failed && <p>{t`图像读取失败，请稍后再打开`}</p>}
      {lines.length > 0 && <p className="paper-text">{lines.join('\n')}</p>}
    </figure>
  )
}
