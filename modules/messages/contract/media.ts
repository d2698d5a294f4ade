/** Media that members may send, detected by their first bytes: what WeChat sends and browsers can show or play. */
export type MediaKind = 'picture' | 'voice'
/** Maximum size in bytes, as WeChat allows (Official Accounts, temporary media, 2024). */
const MEDIA_MOST = { picture: 10 * 1024 * 1024, voice: 2 * 1024 * 1024 } as const

type Mark = readonly [at: number, text: string]
/** By kind: media type and leading characters of its files. */
const TYPES: Readonly<Record<MediaKind, ReadonlyArray<readonly [mime: string, ...marks: Mark[]]>>> = {
  picture: [
    ['image/jpeg', [0, '\u00ff\u00d8\u00ff']],
    ['image/png', [0, '\u0089PNG\r\n\u001a\n']],
    ['image/gif', [0, 'GIF8']],
    ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ],
  voice: [
    ['audio/amr', [0, '#!AMR']],
    ['audio/wav', [0, 'RIFF'], [8, 'WAVE']],
    ['audio/mpeg', [0, 'ID3']],
    ['audio/mpeg', [0, '\u00ff\u00fb']],
    ['audio/mpeg', [0, '\u00ff\u00f3']],
    ['audio/ogg', [0, 'OggS']],
    ['audio/mp4', [4, 'ftyp']],
  ],
}
/** Voice formats that no browser plays: offered as downloads. */
export const UNPLAYED: ReadonlySet<string> = new Set(['audio/amr'])

/** Detected media type; undefined for anything that is no picture or voice. */
export const mediaTypeOf = (kind: MediaKind, bytes: Uint8Array): string | undefined =>
  TYPES[kind].find(([, ...marks]) => marks.every(([offset, text]) => [...text].every((c, i) => bytes[offset + i] === c.charCodeAt(0))))?.[0]

/** Why the file cannot be stored, in words; undefined if it can. */
export function mediaFault(kind: MediaKind, bytes: Uint8Array): string | undefined {
  const what = kind === 'picture' ? '图片' : '语音'
  if (!bytes.byteLength) return `${what}是空的`
  if (bytes.byteLength > MEDIA_MOST[kind]) return `${what}超过 ${MEDIA_MOST[kind] / 1024 / 1024} MB`
  return mediaTypeOf(kind, bytes) ? undefined : `不是能显示的${what}格式`
}
