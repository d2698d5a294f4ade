import { describe, expect, it } from 'vitest'
import { cubeFiles } from './file.ts'
import { cubeNames } from './cubes.ts'

const files = Object.entries(cubeFiles())
const namesIn = (text: string) => cubeNames.filter((name) => text.includes(`'${name}'`))

describe('files of the cubes', () => {
  it('each cube has one file, which writes and deletes rows of that cube alone', () => {
    const own = files.filter(([file]) => file.includes('/cube-'))
    expect(own.map(([, text]) => namesIn(text))).toEqual(cubeNames.map((name) => [name]))
    for (const [, text] of own) expect(text).not.toMatch(/\btruncate\b/)
  })
  it('rows of cubes that are declared no more are deleted by a file that names all others', () => {
    const leftovers = files.filter(([file]) => !file.includes('/cube-'))
    expect(leftovers.map(([file]) => file)).toEqual(['modules/statistics/database/cubes.gen.sql'])
    expect(namesIn(leftovers[0]?.[1] ?? '')).toEqual(cubeNames)
  })
})
