/** Lets everything that is queued run: ten turns of the event loop. For proofs that nothing happens; what happens is waited for. */
export async function turns(): Promise<void> {
  // Time itself: of no length.
  for (let n = 0; n < 10; n++) await new Promise((go) => setTimeout(go))
}
