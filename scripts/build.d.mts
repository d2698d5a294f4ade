/** The programs of threads files are read in, built when their sources changed. */
export function buildParser(): Promise<void>
