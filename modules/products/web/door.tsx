import './products.css'

export { ProductPicker, productTitle, type ProductPickerProps } from './ProductPicker.tsx'
export { PriceInput, useTypedPrices, type TypedPrices } from './TypedPrice.tsx'
