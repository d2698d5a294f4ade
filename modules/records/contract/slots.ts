import { slot } from '#kernel/contract/declare.ts'

/** Below the lenses of a member on the page of the fitting: what is on order of them. */
export const besideLenses = slot<{ pid: number }>('records.beside-lenses')

/** In place of the list of cases, for whoever may also see what is on order: members in fitting by where they and their lenses stand. */
export const inFitting = slot<{ onTotal: (total: number) => void }>('records.in-fitting')
