/**
 * Kinds of bases an order may stand on, and what each kind of orders declares of them (`OrderKind.basis`). A basis an order does not name
 * is not asked; `consent` is the member's and is named by nobody.
 */
export const basisNames = ['prescription', 'fitting', 'consent', 'glasses', 'supplier'] as const
export type BasisName = (typeof basisNames)[number]
