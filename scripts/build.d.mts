/** The programs of threads files are read in, built when their sources changed. */
export function buildParser(): Promise<void>
/** The checkout. */
export const root: string
/** Every file under some paths (files or folders), sorted. */
export function filesOf(...places: string[]): string[]
