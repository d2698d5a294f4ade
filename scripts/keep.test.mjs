import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { keepRunning } from './keep.mjs'

/** A server that says ready and then does what it is told. */
const server = (then) => () =>
  spawn(process.execPath, ['-e', `process.send('ready', () => { ${then} })`], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })

describe('npm start', () => {
  it('starts the server again when it is killed or ends by a failure, later each time, and ends with it when it ends well', async () => {
    const ways = [`process.kill(process.pid, 'SIGKILL')`, 'process.exit(3)', 'process.abort()', 'process.exit(0)']
    const [said, waits] = [[], []]
    let n = 0
    const wait = (ends) => (waits.push(ends), 10)
    expect(await keepRunning(() => server(ways[n++])(), { wait, say: (line) => said.push(line) })).toBe(0)
    expect(n).toBe(4)
    expect(waits).toEqual([0, 1, 2])
    expect(said.map((line) => /\((.*)\)/.exec(line)[1])).toEqual(['SIGKILL', 'exit code 3', 'SIGABRT'])
  })
  it('ends with the code of a server that could not start', async () => {
    let n = 0
    const failing = () => (n++, spawn(process.execPath, ['-e', 'process.exit(1)'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }))
    expect(await keepRunning(failing, { say: () => expect.unreachable() })).toBe(1)
    expect(n).toBe(1)
  })
})
