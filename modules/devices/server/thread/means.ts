/**
 * What the readers of device files are lent: text of any encoding, nodes of an XML document, JSON. Runs in the thread of `worker.ts` alone.
 */
import { SaxesParser } from 'saxes'
import { jsonOf } from '#kernel/server/parse/thread.ts'
import { decodeAs } from '#kernel/server/parse/text.ts'
import type { Means } from '../../contract/devices/read.ts'
import { NoReading } from '../../contract/devices/reading.ts'
import type { Node } from '../../contract/devices/tree.ts'
import { dicomElements } from './dicom.ts'

const MOST_NODES = 200_000
const DEEPEST = 100
const MOST_FAULTS = 20

/** Encodings a declaration may name, as this runtime knows them; a device that says UTF-16 and writes single bytes means UTF-8. */
const DECLARED: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(shift[_-]jis|sjis|windows-31j|ms932|cp932)$/i, 'shift_jis'],
  [/^(gb2312|gbk|gb18030)$/i, 'gb18030'],
  [/^(iso-8859-1|windows-1252)$/i, 'latin1'],
]

function text(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const named = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1] ?? ''
  const declared = DECLARED.find(([name]) => name.test(named))?.[1]
  // What declares nothing is tried as what writes it most: JOIA's devices Japanese, the tables of labs Chinese.
  const rest = head.trimStart().startsWith('<') ? ['shift_jis', 'gb18030'] : ['gb18030', 'shift_jis']
  const read = decodeAs(bytes, declared ? [declared, 'utf-8', ...rest] : ['utf-8', ...rest])
  return 'text' in read ? read.text.replace(/^\uFEFF/, '') : ''
}

/** Local name of a tag. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * The nodes of a document. A document type is refused before anything is parsed, so no entity is ever defined, fetched or multiplied; a
 * broken node costs itself and is told with its line.
 */
function xml(source: string): { root: Node; faults: Array<{ at: string; sentence: string }> } {
  if (/<!(DOCTYPE|ENTITY)/i.test(source)) throw new NoReading('XML 带有文档类型或实体声明，为安全起见不予读取')
  const faults: Array<{ at: string; sentence: string }> = []
  const root: Node = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const now = () => open.at(-1) ?? root
  let nodes = 0
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.on('error', () => {
    if (faults.length < MOST_FAULTS) faults.push({ at: `第 ${parser.line} 行`, sentence: '这里的 XML 不合规则，已跳过' })
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++nodes > MOST_NODES) throw new NoReading('XML 的节点过多，无法读取')
    if (open.length > DEEPEST) throw new NoReading('XML 嵌套过深，无法读取')
    const node: Node = {
      name: local(name),
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value])),
      children: [],
      text: '',
    }
    now().children.push(node)
    open.push(node)
  })
  parser.on('text', (written) => {
    const node = now()
    if (written.trim() && node.text.length < 10_000) node.text += written
  })
  parser.on('cdata', (written) => void (now().text += written.slice(0, 10_000)))
  parser.on('closetag', () => void (open.length > 1 && open.pop()))
  parser.write(source).close()
  const top = root.children[0]
  if (!top) throw new NoReading('XML 没有内容或已损坏，无法读取')
  return { root: top, faults }
}

/** Character sets a DICOM file names (0008,0005); the last one of several is that of the written name. */
const CHARSETS: Readonly<Record<string, string>> = {
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gb18030',
  'ISO_IR 13': 'shift_jis',
  'ISO 2022 IR 87': 'iso-2022-jp',
}

export const readers: Means = {
  text,
  xml,
  json: jsonOf,
  dicom: dicomElements,
  decode: (bytes, charset) => new TextDecoder(CHARSETS[charset.split('\\').at(-1)?.trim() ?? ''] ?? 'utf-8').decode(bytes),
}
