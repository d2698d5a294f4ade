/** Pieces of prescriptions and fittings that other modules show: what one says in a line, signing one, choosing the fitting of a member. */
export { Powers, SignButton } from './signing/Signing.tsx'
export { FittingPicker } from './okjing/FittingPicker.tsx'
