/** Which values of an examination a device measured: its file and time, with the way to the file. */
import { Link, t, tr, useCan } from '#kernel/web/index.ts'
import { labelAt, z } from '#kernel/contract/index.ts'
import { everyKind, type ExamKind } from '../../contract/kinds/index.ts'

interface Source {
  file: number
  /** Device and time, as the file says them. */
  said: string
  fields: string[]
}
/** Sources among origins (`device:17 NIDEK ARK-1s 2026-03-01 09:30`), each with the fields it filled. */
export function devicesIn(origin: Readonly<Record<string, string>>): Source[] {
  const found = new Map<number, Source>()
  for (const [field, source] of Object.entries(origin)) {
    const [, file, name = ''] = /^device:(\d+) ?(.*)$/.exec(source) ?? []
    if (!file) continue
    const former = found.get(Number(file)) ?? { file: Number(file), said: name, fields: [] }
    found.set(former.file, { ...former, fields: [...former.fields, field] })
  }
  return [...found.values()]
}

export function FromDevice({ kind, origin }: { kind: ExamKind; origin: Readonly<Record<string, string>> }) {
  const opens = useCan()('device:inbox')
  const sources = devicesIn(origin)
  if (!sources.length) return null
  const shape = z.object(everyKind.find((k) => k.kind === kind)?.fields ?? {})
  return sources.map(({ file, said: name, fields }) => (
    <details key={file} className="from-device">
      <summary>{t`设备值 ${fields.length} 项`}</summary>
      <p className="soft">
        {opens ? <Link to={`/patients/device-inbox?file=${file}`}>{name}</Link> : name}
        {`：${fields.map((f) => tr(labelAt(shape, [f]))).join('、')}`}
      </p>
    </details>
  ))
}
