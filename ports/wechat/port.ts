/** WeChat: who scanned a code, and a text to a follower. */

/** The person behind a code of the authorisation page. */
export interface WechatPerson {
  readonly openId: string
  readonly name: string
}
export type WechatTaken = { readonly taken: true } | { readonly taken: false; readonly reason: string }

/** What a number of a message stands for: bytes as the phone sent them, or why there are none and never will be. */
export type WechatMedia = { readonly found: true; readonly bytes: Uint8Array } | { readonly found: false; readonly reason: string }

/** Notices an account has templates for. */
export type WechatNotice = 'appointment' | 'balance'

/** A registered template message: the account's number of the template, its fields by key, the page a tap opens. */
export interface WechatTemplate {
  readonly number: string
  readonly data: Readonly<Record<string, string>>
  readonly url?: string | undefined
}

export interface WechatPort {
  readonly label: string
  /** Nothing leaves this server; a page of it plays the phone. */
  readonly simulated: boolean
  /** The address a phone opens by scanning: it asks its owner and goes to `redirect` with `code` and `state`. */
  authorizeUrl(state: string, redirect: string): string
  /** The person behind a code; undefined when it is not WeChat's or was used. */
  personOf(code: string): Promise<WechatPerson | undefined>
  /** What a code holds by which somebody follows the clinic's account and says `scene`, for `seconds`. */
  sceneUrl(scene: string, seconds: number): Promise<string>
  /** A picture or voice somebody sent. Throws where trying again may mend it. */
  mediaOf(mediaId: string): Promise<WechatMedia>
  /** Sends a text to somebody who follows the clinic's account. */
  sendText(openId: string | null, text: string): Promise<WechatTaken>
  /** Sends a registered notice, which reaches whoever wrote nothing for 48 hours too. `params` by the words of the notice. */
  sendNotice(openId: string | null, notice: WechatNotice, params: Readonly<Record<string, string>>): Promise<WechatTaken>
  /** Sends a template message of a store's own. */
  sendTemplate(openId: string | null, template: WechatTemplate): Promise<WechatTaken>
}
