import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// 2 = Argon2id in the library's enum, which isolated modules cannot import.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2id, 19 MiB, t = 2 (OWASP Password Storage Cheat Sheet, 2023). */
export const hashPassword = (password: string): Promise<string> => hash(password, options)

// A hash nobody's password has: a wrong account costs as long as a wrong password.
let nobody: Promise<string> | undefined
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'))
  const same = await verify(stored ?? (await nobody), password)
  return stored !== null && same
}

/** An opaque token for the browser and the hash that is kept. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
