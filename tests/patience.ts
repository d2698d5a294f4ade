/** How long a test waits. Limits against a hang are wide; a promise about time is measured against what the machine does at the moment. */

import fs from 'node:fs'

/** Longest wait for something that will surely come, ms: a busy machine may take ten times as long as a quiet one. */
export const HANGS = 60_000

const WORK = 50
/**
 * The milliseconds of a promise on this machine now: as many as on one that nobody else uses, times how much longer it takes here to get a
 * processor for 50 ms of work.
 */
export function fairly(ms: number): number {
  const [from, before] = [performance.now(), process.cpuUsage()]
  for (let spent = 0; spent < WORK * 1000;) {
    const { user, system } = process.cpuUsage(before)
    spent = user + system
  }
  return ms * Math.max(1, (performance.now() - from) / WORK)
}

const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`
/**
 * Processor time the main thread has had, ms: how long it stopped for something, whatever else the machine does. By the clock where the
 * system does not tell.
 */
export const threadTime = (): number =>
  fs.existsSync(SCHEDULED) ? Number(fs.readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6 : performance.now()
