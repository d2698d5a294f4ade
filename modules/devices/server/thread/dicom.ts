/** The elements of a DICOM file (PS3.10), read by `dicom-parser`. Runs in the thread of `worker.ts` alone. */
import dicomParser from 'dicom-parser'
import { orUndefined } from '#kernel/server/parse/thread.ts'
import { DataSet, type DicomElements } from '../../contract/devices/dicom.ts'
import { NoReading, plain } from '../../contract/devices/reading.ts'

const UNCOMPRESSED: readonly string[] = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2']
const PIXELS = 'x7fe00010'
const DEEPEST = 16
const MOST_ELEMENTS = 20_000
/** What a file without types written out has, of the tags read here: value representation by tag. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    SQ: `
      00460014 00460015 00460018 00460028 00460050 00460052 00460070 00460071 00460074 00460080 00460097 00460098
      00460100 00460121 00460122 00460123 00460124 00221007 00221008 00221012 00221050 00221127 00221128 00221210
      00221220 00221225 00221230 00221255 00221260
    `,
    FD: '00460030 00460034 00460060 00460062 00460075 00460076 00460077 00460104 00460137 00460146 00460147',
    FL: '00220007 00220008 00220009 00221019 00221130 00221131 00221155',
  }).flatMap(([type, tags]) =>
    tags
      .trim()
      .split(/\s+/)
      .map((tag) => [`x${tag}`, type] as const),
  ),
)
const compressed = () => new NoReading('DICOM 文件是压缩的，请以不压缩的格式导出')
const cut = () => new NoReading('DICOM 文件不完整，请重新导出')

export const dicomElements: DicomElements = (bytes) => {
  let left = MOST_ELEMENTS
  const setOf = (source: dicomParser.DataSet, depth: number): DataSet => {
    if (depth > DEEPEST) throw new NoReading('DICOM 文件嵌套过深，无法读取')
    const set = new DataSet()
    for (const [tag, { vr, length, dataOffset, items = [] }] of Object.entries(source.elements)) {
      if (--left < 0) throw new NoReading('DICOM 文件内容过多，无法读取')
      const number = vr === 'FD' ? source.double(tag) : vr === 'FL' ? source.float(tag) : undefined
      set.set(tag.slice(1), {
        bytes: tag === PIXELS || items.length ? new Uint8Array() : bytes.subarray(dataOffset, dataOffset + length),
        number: number && plain(number, vr === 'FD' ? 10 : undefined),
        items: items.flatMap(({ dataSet }) => (dataSet ? [setOf(dataSet, depth + 1)] : [])),
      })
    }
    return set
  }
  let isDeflated = false
  const file = orUndefined(() =>
    dicomParser.parseDicom(bytes, {
      untilTag: PIXELS,
      vrCallback: (tag) => TYPES.get(tag),
      // Nothing is unpacked: a few bytes could become gigabytes.
      inflater: () => void (isDeflated = true),
    }),
  )
  if (isDeflated) throw compressed()
  // The parser takes the end of a file for the end of whatever is open, and warns.
  if (!file || file.warnings.some((warning) => warning.startsWith('eof'))) throw cut()
  if (!UNCOMPRESSED.includes(file.string('x00020010') ?? '')) throw compressed()
  return setOf(file, 0)
}
