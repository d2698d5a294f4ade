/** An editor of rich text: headings, bold, lists, quotes, pictures and links to own pages. The server cleans what it sends. */
import { Bold, Heading2, Image as ImageIcon, Link2, List, ListOrdered, Quote } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { t, toast, useSend } from '#kernel/web/index.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { shrink } from '../shrink.ts'
import '../campaigns.css'

interface RichTextProps {
  html: string
  onChange: (html: string) => void
  id?: string
  /** In a form among other fields. */
  low?: boolean
  /** Seen before the text inside the scrolling area. */
  children?: ReactNode
}
export function RichText({ html, onChange, id, low = false, children }: RichTextProps) {
  const area = useRef<HTMLDivElement>(null)
  const picked = useRef<HTMLInputElement>(null)
  const keep = useSend(campaigns['open-images.keep'])
  useEffect(() => {
    // What is typed is not written back under the caret.
    if (area.current && area.current.innerHTML !== html) area.current.innerHTML = html
  }, [html])
  const run = (command: string, value?: string) => {
    area.current?.focus()
    document.execCommand(command, false, value)
    if (area.current) onChange(area.current.innerHTML)
  }
  const addPicture = async (file: File | undefined) => {
    if (!file) return
    const { url } = await keep.mutateAsync({ file: await shrink(file) })
    run('insertImage', url)
  }
  const link = () => {
    if (window.getSelection()?.isCollapsed !== false) toast(t`请先选中要做链接的文字`, 'warn')
    else run('createLink', '/h5/book')
  }
  return (
    <div className={low ? 'rich low' : 'rich'}>
      <Tools run={run} onLink={link} onPicture={() => picked.current?.click()} />
      <div className="rich-page">
        {children}
        <div
          ref={area}
          {...(id ? { id } : {})}
          className="rich-area article"
          contentEditable
          suppressContentEditableWarning
          role="textbox"
          aria-multiline="true"
          aria-label={t`正文`}
          onInput={(e) => onChange(e.currentTarget.innerHTML)}
        />
      </div>
      <input
        ref={picked}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t`选择图片`}
        onChange={(e) => {
          // What is refused is told by the call.
          addPicture(e.target.files?.[0]).catch(() => undefined)
          e.target.value = ''
        }}
      />
    </div>
  )
}

interface ToolsProps {
  run: (command: string, value?: string) => void
  onLink: () => void
  onPicture: () => void
}
function Tools({ run, onLink, onPicture }: ToolsProps) {
  const tools: ReadonlyArray<readonly [label: string, icon: ReactNode, act: () => void]> = [
    [t`小标题`, <Heading2 key="h" size={16} />, () => run('formatBlock', 'h2')],
    [t`加粗`, <Bold key="b" size={16} />, () => run('bold')],
    [t`列表`, <List key="u" size={16} />, () => run('insertUnorderedList')],
    [t`编号`, <ListOrdered key="o" size={16} />, () => run('insertOrderedList')],
    [t`引用`, <Quote key="q" size={16} />, () => run('formatBlock', 'blockquote')],
    [t`图片`, <ImageIcon key="i" size={16} />, onPicture],
    [t`预约链接`, <Link2 key="l" size={16} />, onLink],
  ]
  return (
    <div className="rich-tools" role="toolbar" aria-label={t`排版`}>
      {tools.map(([label, icon, act]) => (
        <button key={label} type="button" aria-label={label} title={label} onMouseDown={(e) => e.preventDefault()} onClick={act}>
          {icon}
        </button>
      ))}
    </div>
  )
}
