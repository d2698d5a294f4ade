/** All cubes by name. `npm run gen` writes the file of each; a database rebuilds a cube whose file changed. */
import type { Cube } from './cube.ts'
import * as clinic from './clinic.ts'
import * as goods from './goods.ts'
import * as money from './money.ts'
import * as staff from './staff.ts'

const cubes = { ...money, ...staff, ...clinic, ...goods }
export type CubeName = keyof typeof cubes
export const cubeOf = (name: CubeName): Cube => cubes[name]
const isCube = (word: string): word is CubeName => Object.hasOwn(cubes, word)
export const cubeNames: readonly CubeName[] = Object.keys(cubes).filter(isCube)
