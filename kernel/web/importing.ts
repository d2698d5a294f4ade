/** The import wizard, loaded by the screens that import: every other list would carry it along. */
import { lazy } from 'react'

export const ImportWizard = lazy(async () => ({ default: (await import('./ImportWizard.tsx')).ImportWizard }))
