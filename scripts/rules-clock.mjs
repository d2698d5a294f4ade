/**
 * A test waits for the fact, never for the clock: a pause is too short on a busy machine and too long on a quiet one. Pauses and limits
 * below the one against hangs are refused in tests. Where time itself is what is tested the line before says so: `// Time itself: …`.
 */
/** Limit against a hang, ms: HANGS of tests/patience.ts. */
const HANGS = 60_000

const isTest = (file) => /\.test\.(tsx?|mjs)$/.test(file) || file.startsWith('tests/') || file.startsWith('kernel/web/testing/')
/** What must not stand in a test: each with what to write instead. */
const PAUSES = [
  [/\bwaitForTimeout\(/g, 'wait for what a person would see (locator.waitFor, expect.poll)'],
  [/\bsetTimeout\((?![^\n]*\bHANGS\b)/g, 'wait for the fact (expect.poll, vi.waitFor), or let what is queued run with turns()'],
  [/\bpg_sleep\(/g, 'wait for a lock that the test gives back'],
  [/\bsleep\(\d/g, 'wait for the fact'],
]
/** Limits of a wait in ms: a number of its own. */
const LIMITS = [/\btimeout: ([\d_]+)/g, /\b(?:waitFor|poll)\([^\n]*, ([\d_]+)\)/g]

/** Pauses and short limits in the tests among some files ([path, text]). Answers a sentence each. */
export function pauses(files) {
  const found = []
  for (const [file, text] of files.filter(([path]) => isTest(path))) {
    const lines = text.split('\n')
    // With fake timers the clock is the test's.
    const faked = /\buseFakeTimers\(/.test(text)
    const note = (index, why) => {
      const line = text.slice(0, index).split('\n').length
      if (/\/\/ Time itself\b/.test(lines[line - 2] ?? '') || /^\s*(\/\/|\*|\/\*\*)/.test(lines[line - 1] ?? '')) return
      found.push(`${file}:${line} ${why}`)
    }
    for (const [pattern, instead] of PAUSES)
      for (const { index, 0: word } of text.matchAll(pattern))
        if (!(faked && word.startsWith('setTimeout'))) note(index, `${word}…: ${instead}`)
    for (const pattern of LIMITS)
      for (const { index, 1: limit } of text.matchAll(pattern)) {
        const ms = Number(limit.replaceAll('_', ''))
        // Below a tenth of a second it is no limit but another number.
        if (ms >= 100 && ms < HANGS) note(index, `gives up after ${ms} ms: the limit against a hang is HANGS (tests/patience.ts)`)
      }
  }
  return found
}
