/** Loads what modules give to the shell (`web/shell.ts`): searches of the palette, counts of the menu. */
const files = import.meta.glob('../../../modules/*/web/shell.ts')

/** Fulfilled when every module has given what it has. */
export const gifts: Promise<unknown> = Promise.all(Object.values(files).map((load) => load()))
