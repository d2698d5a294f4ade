/** Builders for tests and demo data, through the endpoints. */
import { deflateSync, crc32 } from 'node:zlib'
import { campaign, onShelf } from '../contract/states.ts'
import type { Caller, Sent } from '../../../tests/harness.ts'

type Call = Pick<Caller, 'call'>
/** A promotion that is on. */
export async function makePromotion(caller: Call, input: Sent<'promotions.create'>) {
  const { promotionId } = await caller.call('promotions.create', input)
  return caller.call('promotions.status', { id: promotionId, status: onShelf.is.up })
}
/** A published campaign. */
export async function makeCampaign(caller: Call, input: Sent<'campaign.create'>) {
  const { campaignId } = await caller.call('campaign.create', input)
  return caller.call('campaign.status', { id: campaignId, status: campaign.is.waiting })
}

/** Radius of a ring, in heights of the picture, and how much of the colour it holds. */
const RINGS = [
  [0.16, 0.75],
  [0.3, 0.42],
  [0.46, 0.22],
] as const
/** A drawn PNG: rings of one colour on a light ground. `hue` is three parts of 0 to 255. */
export function drawnPicture(width: number, height: number, hue: readonly [number, number, number]): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x - width * 0.72, y - height / 2) / height
      const ink = RINGS.find(([radius]) => distance < radius)?.[1] ?? 0.1
      for (let part = 0; part < 3; part++) rows[y * (width * 3 + 1) + 1 + x * 3 + part] = Math.round(255 - (255 - (hue[part] ?? 0)) * ink)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
