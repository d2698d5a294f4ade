import './products.css'

export { ProductPicker, productTitle, type ProductPickerProps } from './ProductPicker.tsx'
