export function offeredBy(file: string, source: string): string[]
