import './products.css'

export { ProductPicker } from './ProductPicker.tsx'
export { PriceInput, useTypedPrices, type TypedPrices } from './TypedPrice.tsx'
