/**
 * One form for each kind of text that people type, scan, copy and import: what is the same to a person is the same here. Fields apply it
 * (`field.ts`), so saving, searching and importing agree; the database applies it again to the columns a table declares (`canonical` in
 * `tables.ts`, `canonical.fn.sql`), so that every writer and every unique index does.
 */

/** Marks of direction and width that nobody sees; joiners stay, as emoji and some scripts need them. */
const UNSEEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g
/** Everything Unicode lets a reader ignore (Default_Ignorable_Code_Point). */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
/** Middle dots of names of minorities and foreigners, as keyboards, Japanese fonts and spreadsheets write them. */
const DOTS = / *[\u00B7\u0387\u2022\u2027\u2219\u22C5\u30FB\uFF65] */g

/** A text: composed (NFC), without unseen marks. */
export const canonicalText = (typed: string): string => typed.normalize('NFC').replace(UNSEEN, '')

/** A name: as a text, full-width letters and digits as the usual ones, one space where there are several, one middle dot. */
export const canonicalName = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(IGNORABLE, '')
    .replace(/[０-９Ａ-Ｚａ-ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .replace(DOTS, '·')
    .trim()

/**
 * A code of a maker, such as a lot or a serial: full-width characters as the usual ones (NFKC), no spaces. Capitals stay as on the box, as
 * a label printed anew must say what it says; comparisons ignore them (decision 0952).
 */
export const canonicalCode = (typed: string): string => typed.normalize('NFKC').replace(IGNORABLE, '').replace(/\s/g, '')

/** A number of a person or a card: as a code, in capitals. */
export const canonicalNumber = (typed: string): string => canonicalCode(typed).replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** What a scanner or a keyboard sends as one token: full-width characters as the usual ones; FNC1 (ASCII 29) and case stay. */
export const canonicalScan = (sent: string): string => sent.normalize('NFKC').replace(IGNORABLE, '').trim()

/** Country code of the mainland, however it is dialled. */
const COUNTRY = /^(?:\+|00)86-?(?=\d)/
/**
 * A telephone number: a mobile number of the mainland as its eleven digits, a landline as `0571-88886666`, a service number as
 * `400-820-8820`; any other with its spaces gone. Area codes: 010, 02x, 0xxx (YD/T 1136, numbering plan of the mainland).
 */
export function canonicalPhone(typed: string): string {
  const plain = typed
    .normalize('NFKC')
    .replace(IGNORABLE, '')
    .replace(/[\s()]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
  const national = plain.replace(COUNTRY, '')
  const digits = national.replaceAll('-', '')
  const mobile = /^(?:86)?(1[3-9]\d{9})$/.exec(digits)?.[1]
  if (mobile) return mobile
  const local = plain === national || national.startsWith('0') ? national : `0${national}`
  const landline = /^(010|02\d|0[3-9]\d{2})-?(\d{4})-?(\d{3,4})(?:-(\d{1,6}))?$/.exec(local)
  if (landline) return `${landline[1]}-${landline[2]}${landline[3]}${landline[4] ? `-${landline[4]}` : ''}`
  return local.replace(/^([48]00)-?(\d{3})-?(\d{4})$/, '$1-$2-$3')
}

/** The kinds of text that have one form. */
export const canonical = {
  text: canonicalText,
  name: canonicalName,
  code: canonicalCode,
  number: canonicalNumber,
  phone: canonicalPhone,
} as const
export type CanonicalKind = keyof typeof canonical
