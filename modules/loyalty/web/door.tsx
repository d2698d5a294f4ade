/** Pieces of stored value and points that later modules show. */
export { WalletDrawer, type WalletForm } from './wallet/WalletForms.tsx'
