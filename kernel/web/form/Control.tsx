/** The control of a field, chosen by what the contract says about it. */
import type { ReactNode } from 'react'
import { bareOf, metaOf, z } from '#kernel/contract/index.ts'
import { Buttons, Choice, controlOf } from './controls.tsx'

export interface ControlProps {
  field: z.ZodType
  id?: string
  value: unknown
  onChange: (value: unknown) => void
  /** Choices of the screen instead of the contract's. */
  options?: ReadonlyArray<{ value: string | number; label: string }>
  placeholder?: string
  disabled?: boolean
  wrong?: boolean
  /** Ids of the texts that describe the control. */
  describedBy?: string
  /** Label, where no visible one is tied to the control. */
  label?: string
}

export function Control(props: ControlProps): ReactNode {
  const bare = bareOf(props.field)
  const options = props.options ?? optionsOf(metaOf(props.field).options, bare)
  if (options) {
    const few = !(bare instanceof z.ZodArray) && !props.options && options.length <= 4
    return few ? <Buttons {...props} options={options} /> : <Choice {...props} options={options} />
  }
  const Typed = controlOf(props.field)
  return <Typed {...props} />
}

function optionsOf(options: Readonly<Record<string, string>> | undefined, bare: z.ZodType) {
  if (!options) return undefined
  const literal = bare instanceof z.ZodArray ? bareOf(bare.element as z.ZodType) : bare
  const numeric = literal instanceof z.ZodLiteral ? [...literal.values].some((v) => typeof v === 'number') : literal instanceof z.ZodNumber
  return Object.entries(options).map(([value, label]) => ({ value: numeric ? Number(value) : value, label }))
}
