/** The migration of the cubes, from their declarations: the last one on disk when it says the same, else the next. */
import fs from 'node:fs'
import { cubeMigration } from '../modules/statistics/contract/facts.ts'

const FOLDER = 'modules/statistics/database'
/** Path and content of the file to be; `landed` tells whether one is in the history already and so may not be written anew. */
export function cubeFile(numbers: readonly number[], landed: (file: string) => boolean): readonly [file: string, content: string] {
  const content = cubeMigration()
  const last = fs
    .readdirSync(FOLDER)
    .filter((file) => file.endsWith('-cubes.sql'))
    .sort()
    .at(-1)
  const path = last && `${FOLDER}/${last}`
  if (path && (fs.readFileSync(path, 'utf8') === content || !landed(path))) return [path, content]
  return [`${FOLDER}/${String(Math.max(...numbers) + 1).padStart(4, '0')}-cubes.sql`, content]
}
