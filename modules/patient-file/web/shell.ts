import { createElement, lazy, Suspense } from 'react'
import { provideBarFacts } from '#modules/patients/web/door.tsx'

const BarFacts = lazy(async () => ({ default: (await import('./NowFacts.tsx')).BarFacts }))
provideBarFacts((pid) => createElement(Suspense, { fallback: null }, createElement(BarFacts, { pid })))
