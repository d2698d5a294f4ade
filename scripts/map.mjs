/** `npm run map`: permissions × roles, endpoints, screens, machines, reactions. `npm run map -- endpoints` prints one of them. */
import { importScript } from './build.mjs'

const { map } = await importScript('scripts/map-print.ts')
console.log(map(process.argv.slice(2)))
