import { slot } from '#kernel/contract/declare.ts'

/** Slot below the options of a store, for accounts that may change them: options of later modules. */
export const belowFlow = slot<{ hid: number }>('settings.below-flow')
