import { slot } from '#kernel/contract/declare.ts'

/** First page of a member: banners and articles of the house. A piece is told whose page it is and which store's. */
export const onPhoneHome = slot<{ pid: number; hid: number }>('phone.home')
