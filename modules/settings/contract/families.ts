import { kinds, type MasterKind } from './kinds.ts'

/** Kinds by the prefix of their call ids. */
export const kindOf = {
  'settings.tag': 'tag',
  'settings.type': 'type',
  'settings.meditem': 'meditem',
  'settings.drug': 'drug',
  'train-program': 'train-program',
  'reservations.templates': 'reservation-template',
  'revisits.types': 'revisit-type',
  'revisits.templates': 'revisit-template',
  'settings.main-suit': 'main-suit',
  'settings.eg-program': 'eg-program',
  'settings.eg-combination': 'eg-combination',
  'settings.medical-templates': 'medical-template',
  'settings.notice': 'notice',
  'settings.charge-settings': 'charge-setting',
  'settings.ok-limits': 'ok-limits',
  'settings.ok-designs': 'ok-design',
  'settings.exam-templates': 'exam-template',
} as const satisfies Record<string, MasterKind>
type KindOf = typeof kindOf
/** Families of master data. Their verbs are in server/items.ts, because rows of a kind have no table of their own (decision 0043). */
export const masterData = Object.fromEntries(Object.entries(kindOf).map(([calls, kind]) => [calls, kinds[kind]])) as unknown as {
  readonly [K in keyof KindOf]: (typeof kinds)[KindOf[K]]
}
export default masterData
