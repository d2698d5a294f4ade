/** The last real paper of each kind that was opened at this counter: what the settings show a preview of. */
const keyOf = (path: string, hid: number): string => `mingmou.paper:${hid}:${path}`
export const keepLast = (path: string, hid: number): void => localStorage.setItem(keyOf(path, hid), location.pathname)
export const lastOf = (path: string, hid: number): string | undefined => localStorage.getItem(keyOf(path, hid)) ?? undefined
