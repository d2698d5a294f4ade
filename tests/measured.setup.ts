/**
 * Runs before every file: writes down what the file took, by the processor and by the clock. `npm test` tells it at its end and holds it
 * against `scripts/budgets.json`.
 */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll } from 'vitest'

/** Lines of JSON, one a file; a worker has a file of its own. */
const folder = process.env.MEASURED
const worker = globalThis as { measuredBefore?: boolean }
const [cpu, clock] = [process.cpuUsage(), performance.now()]
// The first file of a worker pays for what all of them load.
const first = !worker.measuredBefore
worker.measuredBefore = true

// oxlint-disable-next-line no-empty-pattern -- vitest wants its fixtures taken apart, of which none is needed
afterAll(({}, suite) => {
  if (!folder) return
  const { user, system } = process.cpuUsage(cpu)
  const file = path.relative('.', suite.file.filepath).replaceAll('\\', '/')
  const line = { file, cpu: (user + system) / 1e6, wall: (performance.now() - clock) / 1000, first }
  fs.appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`)
})
