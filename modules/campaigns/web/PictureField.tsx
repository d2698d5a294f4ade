/** One picture or several, sent as soon as they are chosen. */
import { Button } from 'antd'
import { ImagePlus, X } from 'lucide-react'
import { useRef } from 'react'
import { t, useSend } from '#kernel/web/index.ts'
import { campaigns } from '../contract/endpoints.ts'
import { shrink } from './shrink.ts'
import './campaigns.css'

interface PicturesProps {
  urls: readonly string[]
  onChange: (urls: string[]) => void
  most: number
  id?: string
}
export function Pictures({ urls, onChange, most, id }: PicturesProps) {
  const input = useRef<HTMLInputElement>(null)
  const keep = useSend(campaigns['open-images.keep'])
  const add = async (file: File | undefined) => {
    if (!file) return
    const { url } = await keep.mutateAsync({ file: await shrink(file) })
    onChange([...urls, url])
  }
  return (
    <div className="open-pictures">
      {urls.map((url, i) => (
        <span key={url} className="picture">
          <img src={url} alt={t`第 ${i + 1} 张`} />
          <button type="button" aria-label={t`移除第 ${i + 1} 张`} onClick={() => onChange(urls.filter((u) => u !== url))}>
            <X size={12} />
          </button>
        </span>
      ))}
      {urls.length < most && (
        <Button {...(id ? { id } : {})} icon={<ImagePlus size={15} />} loading={keep.isPending} onClick={() => input.current?.click()}>
          {t`选择图片`}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label={t`选择图片`}
        onChange={(e) => {
          // What is refused is told by the call.
          add(e.target.files?.[0]).catch(() => undefined)
          e.target.value = ''
        }}
      />
    </div>
  )
}
/** A field of one picture. */
export const OnePicture = ({
  url,
  onChange,
  id,
}: {
  url: string | null | undefined
  onChange: (url: string | null) => void
  id?: string
}) => <Pictures urls={url ? [url] : []} most={1} onChange={([first]) => onChange(first ?? null)} {...(id ? { id } : {})} />
