import { slot } from '#kernel/contract/declare.ts'

/** Below the lenses of a member on the page of the fitting: what is on order of them. */
export const besideLenses = slot<{ pid: number }>('records.beside-lenses')
