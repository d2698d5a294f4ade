/** Path of a Chromium: the variable CHROMIUM, or one of the system. */
export function findChromium(): string | undefined
/** Says what a person can do and ends. */
export function giveUp(sentence: string): never
