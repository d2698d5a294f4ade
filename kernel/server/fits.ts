/** Whether an answer fits its shape, cheaply enough for every answer of a server at work: kinds, nulls and choices, not limits. */
import { bareOf, z } from '#kernel/contract/index.ts'

/**
 * Where a value leaves its shape and how, such as `list[3].name is null`; undefined where it fits. What a shape does not name is not looked
 * at.
 */
export type Fit = (value: unknown) => string | undefined

/** Compiles the comparison with a shape. Records, unions and what is declared unknown fit whatever they are. */
export function fitOf(shape: z.ZodType): Fit {
  const inner = kindOf(bareOf(shape))
  const [maybeNull, maybeAbsent] = [shape.safeParse(null).success, shape.safeParse(undefined).success]
  return (value) => {
    if (value === null) return maybeNull ? undefined : ' is null'
    if (value === undefined) return maybeAbsent ? undefined : ' is missing'
    return inner(value)
  }
}

const typed =
  (name: string): Fit =>
  (value) =>
    typeof value === name ? undefined : ` is a ${typeof value}, not a ${name}`

function kindOf(bare: z.ZodType): Fit {
  if (bare instanceof z.ZodObject) return objectFit(bare)
  if (bare instanceof z.ZodArray) return arrayFit(fitOf(bare.element as z.ZodType))
  if (bare instanceof z.ZodLiteral) {
    const choices = new Set<unknown>(bare.values)
    return (value) => (choices.has(value) ? undefined : ' is none of the choices')
  }
  if (bare instanceof z.ZodNumber) return typed('number')
  if (bare instanceof z.ZodString || bare instanceof z.ZodISODate) return typed('string')
  if (bare instanceof z.ZodBoolean) return typed('boolean')
  return () => undefined
}

function objectFit(bare: z.ZodObject): Fit {
  const parts = Object.entries(bare.shape).map(([name, field]) => [name, fitOf(field)] as const)
  return (value) => {
    if (typeof value !== 'object' || Array.isArray(value)) return ' is no object'
    for (const [name, fit] of parts) {
      const wrong = fit((value as Record<string, unknown>)[name])
      if (wrong !== undefined) return `.${name}${wrong}`
    }
    return undefined
  }
}

const arrayFit =
  (each: Fit): Fit =>
  (value) => {
    if (!Array.isArray(value)) return ' is no list'
    for (let i = 0; i < value.length; i++) {
      const wrong = each(value[i])
      // Which of them is left out: the same fault of another row is no other one.
      if (wrong !== undefined) return `[]${wrong}`
    }
    return undefined
  }
