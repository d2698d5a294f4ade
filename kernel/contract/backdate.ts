/** Entries that come late: which permission they need, and where a call takes their reason. */
import { note } from './field.ts'

/** Held by those who may write what happened longer ago than a table or its store allows. */
export const BACKDATE = 'settings:backdate'
/** The reason, under `backdateReason`: every call that writes what happened takes it. */
export const backdateReason = note('补录原因', 500).optional()
