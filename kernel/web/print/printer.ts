/**
 * The receipt printer of this counter, which is this browser's: reached by Web Serial or WebUSB, where the browser has them, and remembered
 * here.
 */
const KEY = 'mingmou.printer'
const BAUD = 9600
export type Way = 'serial' | 'usb'
export interface PairedPrinter {
  readonly way: Way
  readonly vendor: number | null
  readonly product: number | null
}
interface Port {
  open(options: { baudRate: number }): Promise<void>
  readonly writable: WritableStream<Uint8Array> | null
  close(): Promise<void>
  getInfo(): { usbVendorId?: number; usbProductId?: number }
}
interface Usb {
  readonly vendorId: number
  readonly productId: number
  readonly configuration: {
    readonly interfaces: ReadonlyArray<{
      readonly interfaceNumber: number
      readonly alternate: {
        readonly endpoints: ReadonlyArray<{ readonly direction: string; readonly type: string; readonly endpointNumber: number }>
      }
    }>
  } | null
  open(): Promise<void>
  selectConfiguration(of: number): Promise<void>
  claimInterface(of: number): Promise<void>
  transferOut(endpoint: number, data: Uint8Array): Promise<unknown>
  close(): Promise<void>
}
interface SerialApi {
  requestPort(): Promise<Port>
  getPorts(): Promise<Port[]>
}
interface UsbApi {
  requestDevice(options: { filters: ReadonlyArray<{ classCode: number }> }): Promise<Usb>
  getDevices(): Promise<Usb[]>
}
const has = <Api>(api: unknown, method: string): api is Api => typeof api === 'object' && api !== null && method in api
const serialApi = (): SerialApi | undefined => {
  const api: unknown = Reflect.get(navigator, 'serial')
  return has<SerialApi>(api, 'requestPort') ? api : undefined
}
const usbApi = (): UsbApi | undefined => {
  const api: unknown = Reflect.get(navigator, 'usb')
  return has<UsbApi>(api, 'requestDevice') ? api : undefined
}
/** How a printer may be reached from this browser. */
export const ways = (): Way[] => [...(usbApi() ? (['usb'] as const) : []), ...(serialApi() ? (['serial'] as const) : [])]

export function knownPrinter(): PairedPrinter | undefined {
  const [way, vendor, product] = (localStorage.getItem(KEY) ?? '').split(':')
  if ((way !== 'serial' && way !== 'usb') || !ways().includes(way)) return undefined
  const number = (text: string | undefined) => (text ? Number(text) : null)
  return { way, vendor: number(vendor), product: number(product) }
}
const remember = ({ way, vendor, product }: PairedPrinter): void => localStorage.setItem(KEY, [way, vendor ?? '', product ?? ''].join(':'))
export const forgetPrinter = (): void => localStorage.removeItem(KEY)

/** Has the person choose a printer; answers whether one was chosen. */
export async function choosePrinter(way: Way): Promise<boolean> {
  try {
    if (way === 'serial') {
      const info = (await serialApi()?.requestPort())?.getInfo()
      if (info) remember({ way, vendor: info.usbVendorId ?? null, product: info.usbProductId ?? null })
    } else {
      // Printers are class 7.
      const device = await usbApi()?.requestDevice({ filters: [{ classCode: 7 }] })
      if (device) remember({ way, vendor: device.vendorId, product: device.productId })
    }
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false
    throw error
  }
}

/** Sends bytes to the printer this browser knows. Fails where it is not there or does not take them. */
export async function sendToPrinter(bytes: Uint8Array): Promise<void> {
  const printer = knownPrinter()
  if (printer?.way === 'serial') {
    const ports = (await serialApi()?.getPorts()) ?? []
    const port = ports.find(
      (each) => (each.getInfo().usbVendorId ?? null) === printer.vendor && (each.getInfo().usbProductId ?? null) === printer.product,
    )
    if (!port) throw new Error('no port')
    await port.open({ baudRate: BAUD })
    try {
      const writer = port.writable?.getWriter()
      if (!writer) throw new Error('no way to write')
      await writer.write(bytes).finally(() => writer.releaseLock())
    } finally {
      await port.close()
    }
    return
  }
  const devices = (await usbApi()?.getDevices()) ?? []
  const device = devices.find((each) => each.vendorId === printer?.vendor && each.productId === printer.product)
  if (!device) throw new Error('no device')
  await device.open()
  try {
    if (!device.configuration) await device.selectConfiguration(1)
    for (const { interfaceNumber, alternate } of device.configuration?.interfaces ?? []) {
      const out = alternate.endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk')
      if (!out) continue
      await device.claimInterface(interfaceNumber)
      await device.transferOut(out.endpointNumber, bytes)
      return
    }
    throw new Error('no endpoint')
  } finally {
    await device.close()
  }
}
