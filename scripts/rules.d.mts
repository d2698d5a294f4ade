export function migrations(): Array<[file: string, sql: string]>
/** Which module owns a table: the one named by the migration that created it. */
export function ownersOf(migrations: ReadonlyArray<readonly [file: string, sql: string]>): Map<string, string>
