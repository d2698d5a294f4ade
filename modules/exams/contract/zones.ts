/** The five zones of a cornea, as staining is written down: a field of each for each eye. */
import { metaOf, type z } from '#kernel/contract/index.ts'

export const ZONES = { C: '中央', N: '鼻侧', T: '颞侧', S: '上方', I: '下方' } as const
type Zone = keyof typeof ZONES
type Zoned<B extends string, F> = { [Z in Zone as `${B}${Z}Od`]: F } & { [Z in Zone as `${B}${Z}Os`]: F }

/** `zoned('stainArea', grade)`: stainAreaCOd … stainAreaIOs, each labelled by its zone. */
export function zoned<const B extends string, F extends z.ZodType>(base: B, field: F): Zoned<B, F>
export function zoned(base: string, field: z.ZodType): Record<string, z.ZodType> {
  const meta = metaOf(field)
  const eyes = [
    ['Od', 'od', '右眼'],
    ['Os', 'os', '左眼'],
  ] as const
  return Object.fromEntries(
    eyes.flatMap(([side, eye, name]) =>
      Object.entries(ZONES).map(([letter, zone]) => [
        `${base}${letter}${side}`,
        field.meta({ ...meta, label: `${name}${zone}${meta.label ?? ''}`, eye, pair: `${base}${letter}` }),
      ]),
    ),
  )
}
/** Base names of the five pairs. */
export const zonesOf = (base: string): string[] => Object.keys(ZONES).map((letter) => base + letter)
