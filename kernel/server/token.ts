/** Opaque tokens: whoever holds one may, and only its hash is kept. */
import { hash, randomBytes } from 'node:crypto'

/** 256 random bits for whoever is to hold them, and the hash that is kept. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}
/** What is kept of a token: SHA-256, as nobody guesses 256 random bits. A secret people choose is hashed slowly (argon2id). */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')
