/** Pieces that few screens show, loaded by those: every list would carry them along. */
import { lazy } from 'react'

export const ImportWizard = lazy(async () => ({ default: (await import('./import/ImportWizard.tsx')).ImportWizard }))
export const Qr = lazy(async () => ({ default: (await import('./print/Qr.tsx')).Qr }))
