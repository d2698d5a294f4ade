/** Loads the search providers of the modules (`web/search.ts`), which give the palette members and order numbers. */
const files = import.meta.glob('../../../modules/*/web/search.ts')

for (const load of Object.values(files)) void load()
