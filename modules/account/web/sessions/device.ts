import { t } from '#kernel/web/i18n.ts'

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/iPad|iPhone/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** Browser and system of a user agent, in a few words. */
export function deviceOf(agent: string | null): string {
  const name = (list: typeof systems) => list.find(([like]) => like.test(agent ?? ''))?.[1]
  return [name(browsers), name(systems)].filter(Boolean).join(' · ') || (agent ? agent.slice(0, 24) : t`未知`)
}
