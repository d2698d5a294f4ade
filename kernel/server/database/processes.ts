/** Facts about processes, for what a killed server or database leaves behind. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** True when a process runs; a zombie, which nobody reaped, does not. */
export function isAlive(pid: number): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** When a process started, in the system's own ticks: tells it from a later one with the same number. Linux only. */
export const startedAt = (pid: number): string | undefined => statOf(pid)?.started

function statOf(pid: number): { state: string; started: string } | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    // The command may hold blanks and brackets: fields are counted after its last bracket.
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

/** True when the process is a PostgreSQL server and not a stranger that got its number. */
export function isPostgres(pid: number): boolean {
  if (process.platform === 'win32') return true
  const command =
    process.platform === 'linux'
      ? readOr(`/proc/${pid}/cmdline`)
      : spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout
  return /postgres/.test(command)
}
const readOr = (file: string): string => {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Processes working inside a folder: PostgreSQL's server processes stand in their data folder. Linux only, else none. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const real = fs.realpathSync(folder)
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return fs.readlinkSync(`/proc/${pid}/cwd`) === real && isPostgres(pid)
      } catch {
        return false
      }
    })
}

/** Waits until a condition holds; false when it still does not after `ms`. */
export async function until(holds: () => boolean, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  while (!holds()) {
    if (performance.now() > end) return false
    await new Promise((wake) => setTimeout(wake, 20))
  }
  return true
}
