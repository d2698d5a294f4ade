/** Runs for every journey: the files of a worker share its modules and its Chromium, so each closes its pages and its server. */
import { afterAll } from 'vitest'
import { endApplication } from './app.ts'
import { closePages } from './chromium.ts'

afterAll(async () => {
  await closePages()
  await endApplication()
})
