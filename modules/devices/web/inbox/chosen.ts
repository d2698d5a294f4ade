/** Which values of a file are taken: all that the record can hold, until somebody unticks one. Pure. */
import { wordOf } from '#kernel/contract/index.ts'
import { t, tr } from '#kernel/web/index.ts'
import type { ComparedExam, DeviceFile } from '../../contract/shapes.ts'
import { deviceFile } from '../../contract/states.ts'

/** Fields ticked, by the place of their examination in the file. */
export type ChosenFields = Readonly<Record<number, readonly string[]>>

export const startingWith = (exams: readonly ComparedExam[]): ChosenFields =>
  Object.fromEntries(exams.map((e) => [e.index, e.values.filter((v) => v.wrong === null).map((v) => v.field)]))
export function toggled(chosen: ChosenFields, index: number, field: string): ChosenFields {
  const now = chosen[index] ?? []
  return { ...chosen, [index]: now.includes(field) ? now.filter((f) => f !== field) : [...now, field] }
}
export const takeOf = (chosen: ChosenFields): Array<{ index: number; fields: string[] }> =>
  Object.entries(chosen).flatMap(([index, fields]) => (fields.length ? [{ index: Number(index), fields: [...fields] }] : []))

/** Whether the device's clock is far from the day the file came: then somebody says which of them is right. */
export const isFar = ({ measuredAt, receivedAt }: Pick<DeviceFile, 'measuredAt' | 'receivedAt'>): boolean =>
  measuredAt !== null && measuredAt.slice(0, 10) !== receivedAt.slice(0, 10)

export const afterTake = (file: DeviceFile): string =>
  file.taken.length ? t`已写入 ${file.taken.length} 项检查的草稿，提交前请核对` : tr(wordOf(deviceFile, deviceFile.is.taken))
