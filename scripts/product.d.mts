/** dist/web, built when its sources changed. */
export function buildWeb(): Promise<void>
