/** The one encoder we use; the whole library would be five times the kernel. */
declare module 'jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js' {
  interface Code {
    valid(): boolean
    /** Modules as a text of 1 (bar) and 0 (space). */
    encode(): { data: string; text: string }
  }
  type Encoder = new (text: string, options: object) => Code
  /** CommonJS with a default: bundlers differ in whether they unwrap it. */
  const CODE128: Encoder | { default: Encoder }
  export default CODE128
}
