/** Which reader a file is for, by what stands in it; names of files say nothing. */
import { isAl550, isMyah, readAl550, readMyah } from './biometers.ts'
import { isDicom, readDicom, type Decode, type DicomElements } from './dicom.ts'
import { isJoia, readJoia } from './joia.ts'
import { isNidek, readNidek } from './nidek.ts'
import { isOma, readOma } from './oma.ts'
import { NoReading, untakenOf, type DeviceReading } from './reading.ts'
import { isRt5100, readRt5100 } from './rt5100.ts'
import { unread, type Node } from './tree.ts'

/** What the surroundings lend the readers, which know no runtime: text of any encoding, nodes of an XML document. */
export interface Means {
  text: (bytes: Uint8Array) => string
  /** Nodes with what was broken in them; refuses a document type, entities and what is too deep or too much. */
  xml: (text: string) => { root: Node; faults: ReadonlyArray<{ at: string; sentence: string }> }
  /** A JSON document; undefined where it is none. */
  json: (text: string) => unknown
  /** Elements of a DICOM file. */
  dicom: DicomElements
  decode: Decode
}

/** The largest file that is taken. */
export const LARGEST = 20 * 1024 * 1024

/** What a device's file says. Undefined for a sound file of no known kind; refuses (`NoReading`) what is empty, cut off or a threat. */
export function readDevice(bytes: Uint8Array, readers: Means): DeviceReading | undefined {
  if (!bytes.length) throw new NoReading('文件是空的')
  if (bytes.length > LARGEST) throw new NoReading('文件超过 20 MB')
  if (isDicom(bytes)) return readDicom(bytes, readers.dicom, readers.decode)
  const text = readers.text(bytes)
  const begin = text.trimStart()
  if (begin.startsWith('<')) return fromXml(begin, readers)
  if (/^[{[]/.test(begin)) {
    const json = readers.json(begin)
    return isAl550(json) ? readAl550(json) : undefined
  }
  if (isRt5100(text)) return readRt5100(text)
  if (isOma(text)) return readOma(text)
  return undefined
}

function fromXml(text: string, readers: Means): DeviceReading | undefined {
  const { root, faults } = readers.xml(text)
  const read = (
    [
      [isNidek, readNidek],
      [isJoia, readJoia],
      [isMyah, readMyah],
    ] as const
  ).find(([is]) => is(root))?.[1]
  if (!read) return undefined
  const reading = read(root)
  return { ...reading, warnings: [...faults, ...reading.warnings], untaken: untakenOf([...unread(root)]) }
}
