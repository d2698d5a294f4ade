/** The answer of the letter call, as the page reads it: the page loads no contract. */
import type { Letter as Answer } from '../../contract/shapes.results.ts'

export type Letter = Answer
