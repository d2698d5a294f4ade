/** Which tests take longest, out of vitest's reports: what grows is seen before it hurts. */
import path from 'node:path'

/**
 * Lines for people, the slowest first: seconds, file, name. `reports`: what vitest's json reporter wrote; `root` is left off the files.
 * Names of nested groups stand before the test's.
 */
export function slowest(reports, root, count = 20) {
  const tests = reports.flatMap(({ testResults }) =>
    testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ file, fullName, duration: duration ?? 0 })),
    ),
  )
  return tests
    .sort((a, b) => b.duration - a.duration)
    .slice(0, count)
    .map(
      ({ file, fullName, duration }) =>
        `${(duration / 1000).toFixed(1).padStart(6)} s  ${path.relative(root, file).replaceAll('\\', '/')} › ${fullName}`,
    )
}
