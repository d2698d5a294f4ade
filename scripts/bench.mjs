/**
 * `npm run bench`: loads a large clinic and measures this server beside a bare one in the same run. Options: --members N, --reservations N,
 * --seconds N; --follow measures follow-up instead, --stock stock by power, --screening a region of 50,000 children, --figures the
 * statistics over --bills N; --lists asks every reading call beside a million members instead, --only REGEX those whose id (of cases, whose
 * name) matches.
 */
import { ensurePackages } from './install.mjs'

ensurePackages()
const { importScript, root } = await import('./build.mjs')
process.chdir(root)
const { buildServer, buildWeb } = await import('./product.mjs')
await Promise.all([buildServer(), ...(process.argv.includes('--figures') || process.argv.includes('--screening') ? [] : [buildWeb()])])
const { bench } = await importScript('scripts/bench.ts')
await bench(process.argv.slice(2))
