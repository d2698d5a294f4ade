import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Bundles the bare server with the product's own bundler and answers where it is. */
export async function bundleBare(): Promise<string> {
  const { bundle } = (await import(pathToFileURL(path.resolve('scripts/build.mjs')).href)) as {
    bundle: (entry: string, output: string) => Promise<void>
  }
  await bundle('scripts/bench-bare.ts', 'dist/scripts/bench-bare.mjs')
  return path.resolve('dist/scripts/bench-bare.mjs')
}
