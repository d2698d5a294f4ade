/** dist/web, built when its sources changed. */
export function buildWeb(): Promise<void>
/** dist/server, built when its sources changed. */
export function buildServer(): Promise<void>
