/** The demo clinics (filled by the demo builder). */
import type { Booted } from '../../apps/server/boot.ts'
export const demoAccounts = (): string => 'Demo accounts: none yet'
export async function seedDemo(_booted: Booted, _ownerUrl: string, _log: (sentence: string) => void): Promise<void> {}
