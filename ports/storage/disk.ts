/** Files in a folder of this machine. */
import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { StoragePlace } from './port.ts'

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const unlessAbsent = async <T, N>(ask: Promise<T>, absent: N): Promise<T | N> => {
  try {
    return await ask
  } catch (error) {
    if (isAbsent(error)) return absent
    throw error
  }
}

export function filesOnDisk(folder: string): StoragePlace {
  const pathOf = (name: string) => path.join(folder, name)
  return {
    label: '本机文件',
    write: async (name, bytes) => {
      const file = pathOf(name)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      // Under a name of its own first: whoever reads meanwhile, and whoever comes after a power cut, finds the whole file or none.
      const part = `${file}.${randomBytes(6).toString('hex')}`
      const handle = await open(part, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, file)
    },
    read: (name) => unlessAbsent(readFile(pathOf(name)), undefined),
    has: (name) =>
      unlessAbsent(
        access(pathOf(name)).then(() => true),
        false,
      ),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
