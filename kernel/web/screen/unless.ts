/** One rule for everything that cannot be pressed now: it says why. */
import type { MouseEvent } from 'react'
import { toast } from '../notice.ts'

/** Why an action cannot be taken, in a sentence; nothing when it can. */
export type DisabledReason = string | false | null | undefined
type Press = (event: MouseEvent<HTMLElement>) => void

/**
 * Props of a native button: `<button {...unless(page <= 1 && t`已是第一页`, back)}>`. With a reason the button stays in the order of the keys,
 * which the attribute `disabled` would take it out of; the reason is its tooltip and its description to a screen reader, and is told when
 * somebody presses it all the same: a finger has no tooltip.
 */
export const unless = (why: DisabledReason, press?: Press): { 'aria-disabled'?: true; title?: string; onClick?: Press } =>
  why
    ? {
        'aria-disabled': true,
        title: why,
        onClick: (event) => {
          event.preventDefault()
          event.stopPropagation()
          toast(why, 'warn')
        },
      }
    : press
      ? { onClick: press }
      : {}
