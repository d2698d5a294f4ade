/** What the benchmark asks of members: finding one as people do, and sending a large list as Excel without the server growing. */
import fs from 'node:fs'
import type autocannon from 'autocannon'
import { TYPED, type Loaded } from './bench-load.ts'

type Request = () => Partial<autocannon.Request>
/** Finding a member in each of the ways people type, the same words for both servers. */
export const finding = (loaded: Loaded): Array<{ name: string; reach: number; ours: Request; bare: Request }> =>
  TYPED.map((typed) => {
    const any = () => encodeURIComponent(loaded.words[typed][Math.floor(Math.random() * loaded.words[typed].length)]!)
    return {
      name: `find: ${typed}`,
      reach: 0.5,
      ours: () => ({ path: `/api/patient/likelist/${loaded.hids[0]}?name=${any()}` }),
      bare: () => ({ path: `/find/${any()}` }),
    }
  })

/** Memory of a process, MB; 0 where the system does not tell. */
export const memoryOf = (pid: number): number => {
  const status = fs.existsSync(`/proc/${pid}/status`) ? fs.readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Sends the largest store's members as Excel and tells how long it took and how large the server became meanwhile. */
export async function exporting(port: number, pid: number, token: string, loaded: Loaded): Promise<void> {
  let most = memoryOf(pid)
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 100)
  const from = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/patient/export/${loaded.hids[0]}`, {
    headers: { token, hid: String(loaded.hids[0]) },
  })
  let bytes = 0
  for await (const part of response.body!) bytes += (part as Uint8Array).length
  clearInterval(watch)
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(
    `\nexport of ${loaded.largest.toLocaleString()} members: ${seconds} s, ${(bytes / 1e6).toFixed(1)} MB, ` +
      `server at most ${most.toFixed(0)} MB (reach: under 300 MB at 100,000, under 60 s)`,
  )
}
