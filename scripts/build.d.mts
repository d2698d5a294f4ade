/** dist/server/parse.mjs, built when its sources changed. */
export function buildParser(): Promise<boolean>
