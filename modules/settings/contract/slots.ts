import { slot } from '#kernel/contract/declare.ts'

/** Below the habits of a store, for those who may change them: choices whose words a later module knows. */
export const belowFlow = slot<{ hid: number }>('settings.below-flow')
