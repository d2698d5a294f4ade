/** Values of an examination as the aids read them. */
export type AidValues = Readonly<Record<string, unknown>>
/** A number, or null where there is none. */
export function numberOf(values: AidValues, key: string): number | null {
  const value = values[key]
  return typeof value === 'number' ? value : null
}
