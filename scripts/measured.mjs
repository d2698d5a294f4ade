/**
 * What a run took, by file and by phase, and which files exceed their budgets. Budgets are processor seconds of the worker that runs a
 * file: they do not grow when other programs use the machine. A slower processor is measured and allowed for.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const folder = 'dist/test/measured'
/** Prepares the folder in which `tests/measured.setup.ts` writes; answers its path. */
export function startMeasuring(root) {
  const place = path.join(root, folder)
  fs.rmSync(place, { recursive: true, force: true })
  fs.mkdirSync(place, { recursive: true })
  return place
}
/** What the workers wrote: `{ file, cpu, wall, first }`, seconds. */
export const measuredFiles = (root) =>
  fs
    .readdirSync(path.join(root, folder))
    .flatMap((name) =>
      fs
        .readFileSync(path.join(root, folder, name), 'utf8')
        .trim()
        .split('\n'),
    )
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/**
 * Processor seconds of all programs this process has started and that have ended; undefined where the system does not tell (all but Linux).
 */
export function childSeconds() {
  if (!fs.existsSync('/proc/self/stat')) return undefined
  const fields = fs.readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  // cutime and cstime, in ticks of a hundredth.
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** Processor seconds of a fixed piece of work: parsing, sorting, hashing. */
function workSeconds() {
  const from = process.cpuUsage()
  let seed = 1
  const rows = Array.from({ length: 60_000 }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return { id: seed, name: `member ${seed % 9973}`, at: seed / 7 }
  })
  for (let n = 0; n < 4; n++) {
    const again = JSON.parse(JSON.stringify(rows))
    again.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id))
    createHash('sha256')
      .update(again.map((row) => row.name.replace(/\d+/, (digits) => digits.padStart(5, '0'))).join('\n'))
      .digest()
  }
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1e6
}
/** How many times longer this machine works on that than the one the budgets were declared on: 1 at least. */
export const machineFactor = (budgets, tries = [workSeconds(), workSeconds(), workSeconds()]) =>
  Math.max(1, ...tries.map((seconds) => seconds / budgets.workSeconds))

/** The budget of a file, processor seconds. */
const budgetOf = (file, { files, others }) => files[file] ?? others

/** Sentences about files that exceed their budget by half, on a machine `factor` times as slow as the declared one. */
export const overBudget = (measured, budgets, factor) =>
  measured.flatMap(({ file, cpu, first }) => {
    const budget = budgetOf(file, budgets)
    // The first file of a worker loads what all of its files share.
    const most = (budget * 1.5 + (first ? budgets.loading : 0)) * factor
    return cpu > most
      ? [
          `${file} took ${cpu.toFixed(1)} s of a processor; its budget is ${budget} s (scripts/budgets.json), ` +
            `${most.toFixed(1)} s on this machine: make it shorter, move a part to the deep run (tests/depth.ts), or declare more`,
        ]
      : []
  })
/** Budgets that are unfit themselves: of files that are no more, or of more than a minute. */
export const unfitBudgets = ({ files }, exists) =>
  Object.entries(files).flatMap(([file, seconds]) => [
    ...(exists(file) ? [] : [`scripts/budgets.json declares ${file}, which does not exist`]),
    ...(seconds > 60 ? [`scripts/budgets.json allows ${file} ${seconds} s: 60 s is the most`] : []),
  ])
/** The budgets that a run on a quiet machine suggests: what it took, rounded up, for files above `others`. */
export const suggested = (measured, budgets) => ({
  ...budgets,
  files: Object.fromEntries(
    measured
      .filter(({ cpu, first }) => cpu - (first ? budgets.loading : 0) > budgets.others)
      .map(({ file, cpu, first }) => [file, Math.min(60, Math.ceil(cpu - (first ? budgets.loading : 0)))])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
})

const column = (seconds) => (seconds === undefined ? '     –  ' : `${seconds.toFixed(1).padStart(6)} s`)
/** Lines for people: the files that took the processor longest. */
export const longestFiles = (measured, count = 20) => [
  '  processor    clock',
  ...measured
    .toSorted((a, b) => b.cpu - a.cpu)
    .slice(0, count)
    .map(({ file, cpu, wall, first }) => `   ${column(cpu)} ${column(wall)}  ${file}${first ? ' (and loading)' : ''}`),
]
/** Lines for people: phases `{ title, cpu, wall }` in their order. */
export const phaseLines = (phases) => [
  '  processor    clock',
  ...phases.map(({ title, cpu, wall }) => `   ${column(cpu)} ${column(wall)}  ${title}`),
]
