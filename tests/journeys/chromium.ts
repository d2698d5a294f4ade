/** The Chromium of a worker: every journey has contexts of its own in it, and its end closes them. */
import { chromium, type Browser } from 'playwright-core'
import { findChromium, giveUp } from '../../scripts/install.mjs'

const ARGUMENTS = [
  '--no-sandbox',
  '--font-render-hinting=none',
  '--disable-gpu',
  '--disable-quic',
  // Played cameras: the second one gives depth, which no browser sends, so the third stands for the one of a slit lamp.
  '--use-fake-device-for-media-stream=device-count=3',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
]
let running: Promise<Browser> | undefined

/** Starts the worker's Chromium, once. It ends with the worker's process. */
export function worker(): Promise<Browser> {
  const executablePath = findChromium() ?? giveUp('The journeys need a Chromium: install one, or name it with the variable CHROMIUM.')
  running ??= chromium.launch({ executablePath, args: ARGUMENTS })
  return running
}
/** Closes every page that a file opened. */
export async function closePages(): Promise<void> {
  const browser = await running
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}
