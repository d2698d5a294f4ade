/** Keeps a server running: started again when it ends by itself, later each time; what it could not start for is its user's to read. */

/** Wait before the n-th start again within ten minutes, ms. */
const backOff = (n) => Math.min(30_000, 1000 * 2 ** n)

/** Runs what `start` spawns (it sends `ready` when it is) until it is told to stop or ends before it was ready; answers the exit code. */
export async function keepRunning(start, { wait = backOff, say = console.error } = {}) {
  let child
  let stopping = false
  let wake = () => {}
  const stop = () => {
    stopping = true
    wake()
    child?.kill('SIGTERM')
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    for (let ends = []; ;) {
      let ready = false
      child = start()
      child.on('message', (said) => (ready ||= said === 'ready'))
      const [code, signal] = await new Promise((resolve) => child.once('exit', (...how) => resolve(how)).once('error', () => resolve([1])))
      if (stopping || code === 0 || !ready) return code ?? 1
      const now = performance.now()
      ends = ends.filter((at) => now - at < 600_000)
      const pause = wait(ends.length)
      ends.push(now)
      say(`The server ended unexpectedly (${signal ?? `exit code ${code}`}); it is started again in ${pause / 1000} s.`)
      await new Promise((resolve) => setTimeout((wake = resolve), pause))
      if (stopping) return 0
    }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
