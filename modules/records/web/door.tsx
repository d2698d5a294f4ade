/** Pieces of prescriptions that other modules show: what one says in a line, and signing it. */
export { Powers, SignButton } from './Signing.tsx'
