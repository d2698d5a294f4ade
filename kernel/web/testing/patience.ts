/** Longest wait for something that will surely come, ms: a busy machine may take ten times as long as a quiet one. */
export const HANGS = 60_000
