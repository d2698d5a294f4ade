/** What stands in the code a store shows: who scans it on that day is there. Only WeChat tells of a scan, and signs it. */
const CODE = /^in-(\d{1,15})-(\d{1,15})-(\d{4})(\d{2})(\d{2})$/

export const checkInScene = (oid: number, hid: number, day: string): string => `in-${oid}-${hid}-${day.replaceAll('-', '')}`
export const isCheckIn = (scene: string | null): boolean => scene !== null && CODE.test(scene)
/** Store and day of a code; undefined for another. */
export function checkInOf(scene: string): { oid: number; hid: number; day: string } | undefined {
  const [, oid, hid, ...day] = CODE.exec(scene) ?? []
  return oid && hid ? { oid: Number(oid), hid: Number(hid), day: day.join('-') } : undefined
}
