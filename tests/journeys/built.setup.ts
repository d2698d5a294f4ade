/** What the journeys run is built once, before any of them: two that built at once would serve each other halves. */
import { buildServer, buildWeb } from '../../scripts/product.mjs'

export default async function setup(): Promise<void> {
  await Promise.all([buildServer(), buildWeb()])
}
