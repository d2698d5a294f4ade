import { kinds, type Kind } from './kinds.ts'

/** Kinds by the beginning of their calls' ids. */
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
} as const satisfies Record<string, Kind>
type KindOf = typeof kindOf
/** The families of master data: their verbs stand in server/items.ts, as the rows of a kind are no table's own (decision 0043). */
export const masterData = Object.fromEntries(Object.entries(kindOf).map(([calls, of]) => [calls, kinds[of]])) as unknown as {
  readonly [K in keyof KindOf]: (typeof kinds)[KindOf[K]]
}
export default masterData
