/** Who runs the database of a folder: one server process, named in a file beside the data. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { CannotStart } from './cannot.ts'
import { isAlive, startedAt } from './processes.ts'

/** Text of a file; empty where there is none. */
export const readText = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')

export interface Claim {
  holds(): boolean
  release(): void
}
/** One server process per folder: a second one is refused, a dead one's claim is taken over. */
export function claim(home: string): Claim {
  const file = path.join(home, 'server.json')
  const mine = JSON.stringify({ pid: process.pid, started: startedAt(process.pid) ?? '', claim: randomBytes(6).toString('hex') })
  const holds = () => readText(file) === mine
  for (;;) {
    try {
      fs.writeFileSync(file, mine, { flag: 'wx' })
      return {
        holds,
        release: () => {
          if (holds()) fs.rmSync(file, { force: true })
        },
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = holderOf(file)
    if (holder.pid !== process.pid && isHeld(holder)) {
      throw new CannotStart(
        `Another Mingmou (process ${holder.pid}) is using ${home}. Stop it first, or choose another folder with DATA_DIR.`,
      )
    }
    fs.rmSync(file, { force: true })
  }
}

interface Holder {
  pid: number
  started: string
}
export const holderOf = (file: string): Holder => JSON.parse(readText(file) || '{"pid":0,"started":""}') as Holder
/** The process that made the claim is still the one with that number. */
export const isHeld = (holder: Holder): boolean => isAlive(holder.pid) && (startedAt(holder.pid) ?? '') === holder.started
