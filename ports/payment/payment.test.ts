import { createCipheriv, createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { alipayPayment, signed, signedPart, textOf } from './alipay.ts'
import { localPayment } from './local.ts'
import { wayOfCode } from './port.ts'
import { wechatPayment } from './wechat.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
const ours = pair()
const theirs = pair()
const NOW = Date.UTC(2026, 10, 21, 4, 0, 0)
const order = { orderNo: 'SF202611210001', amount: 12_345, subject: '收费单' }

describe('local', () => {
  it('is labelled as a simulation and pays some seconds later', async () => {
    let clock = 0
    const port = localPayment({ paidAfter: 4000, now: () => clock })
    expect(port).toMatchObject({ label: '本地模拟', simulated: true })
    await port.open(order)
    expect(await port.query(order.orderNo)).toEqual({ status: 'waiting' })
    clock = 4000
    expect(await port.query(order.orderNo)).toMatchObject({ status: 'paid', amount: 12_345 })
    expect(await port.query('unknown')).toEqual({ status: 'closed' })
  })
})

describe('the simulated phone', () => {
  it('keeps an order waiting once it was looked at, until the member pays or declines', async () => {
    let clock = 0
    const port = localPayment({ paidAfter: 4000, now: () => clock, phoneUrl: 'http://localhost/pay/phone' })
    expect(await port.open(order)).toEqual({ codeUrl: `http://localhost/pay/phone/${order.orderNo}` })
    expect(port.phone!.look(order.orderNo)).toEqual({ amount: 12_345, subject: '收费单', status: 'waiting' })
    clock = 60_000
    expect(await port.query(order.orderNo)).toEqual({ status: 'waiting' })
    port.phone!.answer(order.orderNo, true)
    port.phone!.answer(order.orderNo, false)
    expect(await port.query(order.orderNo)).toMatchObject({ status: 'paid', amount: 12_345 })
    expect(port.phone!.look('unknown')).toBeUndefined()
    expect(localPayment().phone).toBeUndefined()
  })
})

describe('WeChat Pay v3', () => {
  interface Sent {
    url: string
    init: RequestInit
  }
  const port = (answer: (sent: Sent) => { status?: number; body: string; forged?: boolean }) => {
    const sent: Sent[] = []
    const fake = (async (url: string | URL, init: RequestInit = {}) => {
      const request = { url: String(url), init }
      sent.push(request)
      const { status = 200, body, forged } = answer(request)
      const stamp = String(NOW / 1000)
      const signature = createSign('RSA-SHA256')
        .update(`${stamp}\nn1\n${body}\n`)
        .sign(forged ? ours.privateKey : theirs.privateKey, 'base64')
      return new Response(body, {
        status,
        headers: { 'wechatpay-timestamp': stamp, 'wechatpay-nonce': 'n1', 'wechatpay-signature': signature },
      })
    }) as typeof fetch
    return {
      sent,
      wechat: wechatPayment({
        appId: 'wx1',
        merchant: '1900000001',
        serial: 'S1',
        privateKey: ours.privateKey,
        publicKey: theirs.publicKey,
        notifyUrl: 'https://clinic.test/n',
        fetch: fake,
        now: () => NOW,
      }),
    }
  }
  it('signs method, path, time, nonce and body with the key of the merchant', async () => {
    const { sent, wechat } = port(() => ({ body: '{"code_url":"weixin://wxpay/bizpayurl?pr=x"}' }))
    expect(await wechat.open(order)).toEqual({ codeUrl: 'weixin://wxpay/bizpayurl?pr=x' })
    const { url, init } = sent[0]!
    const header = (init.headers as Record<string, string>).authorization!
    const part = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(header)![1]!
    const message = `POST\n${new URL(url).pathname}\n${part('timestamp')}\n${part('nonce_str')}\n${init.body as string}\n`
    expect(createVerify('RSA-SHA256').update(message).verify(ours.publicKey, part('signature'), 'base64')).toBe(true)
    expect(header).toMatch(/^WECHATPAY2-SHA256-RSA2048 mchid="1900000001"/)
    expect(JSON.parse(init.body as string)).toMatchObject({
      appid: 'wx1',
      out_trade_no: 'SF202611210001',
      amount: { total: 12_345, currency: 'CNY' },
      time_expire: '2026-11-21T12:10:00+08:00',
    })
  })
  it('reads the state of an order, and believes no unsigned answer', async () => {
    const state = (body: string, more = {}) => port(() => ({ body, ...more })).wechat.query('A1')
    expect(await state('{"trade_state":"SUCCESS","transaction_id":"42","amount":{"total":12345}}')).toEqual({
      status: 'paid',
      tradeNo: '42',
      amount: 12_345,
    })
    expect(await state('{"trade_state":"NOTPAY"}')).toEqual({ status: 'waiting' })
    expect(await state('{"trade_state":"CLOSED"}')).toEqual({ status: 'closed' })
    expect(await state('{"code":"ORDER_NOT_EXIST"}', { status: 404 })).toEqual({ status: 'waiting' })
    await expect(state('{"trade_state":"SUCCESS"}', { forged: true })).rejects.toThrow('not signed')
    await expect(port(() => ({ status: 401, body: '{"message":"sign error"}' })).wechat.open(order)).rejects.toThrow('401: sign error')
  })
  it("takes the code of the member's wallet: paid, asked for the password, declined in words", async () => {
    const code = { authCode: '134567890123456789', store: '7' }
    const paid = port(() => ({ body: '{"trade_state":"SUCCESS","transaction_id":"42","amount":{"total":12345}}' }))
    expect(await paid.wechat.scan(order, code)).toEqual({ status: 'paid', tradeNo: '42', amount: 12_345 })
    expect(new URL(paid.sent[0]!.url).pathname).toBe('/v3/pay/transactions/codepay')
    expect(JSON.parse(paid.sent[0]!.init.body as string)).toMatchObject({
      out_trade_no: order.orderNo,
      payer: { auth_code: code.authCode },
      amount: { total: 12_345, currency: 'CNY' },
      scene_info: { store_info: { id: '7' } },
    })
    const refused = (body: string) => port(() => ({ status: 400, body })).wechat.scan(order, code)
    expect(await refused('{"code":"USERPAYING","message":"需要用户输入支付密码"}')).toEqual({ status: 'waiting' })
    expect(await refused('{"code":"NOTENOUGH","message":"余额不足"}')).toEqual({ status: 'closed', reason: '余额不足' })
  })
})

describe('notices of the services', () => {
  const apiKey = '0123456789abcdef0123456789abcdef'
  const wechat = wechatPayment({
    appId: 'wx1',
    merchant: 'm',
    serial: 's',
    privateKey: ours.privateKey,
    publicKey: theirs.publicKey,
    notifyUrl: 'https://clinic.test/n',
    apiKey,
    now: () => NOW,
  })
  const notice = (trade: object, key = theirs.privateKey, seconds = NOW / 1000) => {
    const cipher = createCipheriv('aes-256-gcm', apiKey, 'nonce1234567').setAAD(Buffer.from('transaction'))
    const ciphertext = Buffer.concat([cipher.update(JSON.stringify(trade)), cipher.final(), cipher.getAuthTag()]).toString('base64')
    const body = JSON.stringify({
      event_type: 'TRANSACTION.SUCCESS',
      resource: { ciphertext, nonce: 'nonce1234567', associated_data: 'transaction' },
    })
    const signature = createSign('RSA-SHA256').update(`${seconds}\nn1\n${body}\n`).sign(key, 'base64')
    return { headers: { 'wechatpay-timestamp': String(seconds), 'wechatpay-nonce': 'n1', 'wechatpay-signature': signature }, body }
  }
  it('WeChat: decrypted when signed; forged, stale or unsigned ones are not believed', () => {
    const trade = { out_trade_no: 'A1', trade_state: 'SUCCESS', transaction_id: '42', amount: { total: 500 } }
    expect(wechat.notified!(notice(trade))).toEqual({ orderNo: 'A1', status: 'paid', tradeNo: '42', amount: 500 })
    expect(wechat.notified!(notice(trade, ours.privateKey))).toBe('forged')
    expect(wechat.notified!(notice(trade, theirs.privateKey, NOW / 1000 - 301))).toBe('forged')
    expect(wechat.notified!({ headers: {}, body: '{}' })).toBe('forged')
  })
  it('Alipay: believed when the form is signed by Alipay for this application', () => {
    const alipay = alipayPayment({ appId: '2021', privateKey: ours.privateKey, publicKey: theirs.publicKey })
    const form = (parameters: Record<string, string>, key = theirs.privateKey) => ({
      headers: {},
      body: String(new URLSearchParams({ ...parameters, sign_type: 'RSA2', sign: signed(parameters, key) })),
    })
    const paid = { app_id: '2021', out_trade_no: 'A2', trade_status: 'TRADE_SUCCESS', trade_no: '7', total_amount: '5.00' }
    expect(alipay.notified!(form(paid))).toEqual({ orderNo: 'A2', status: 'paid', tradeNo: '7', amount: 500 })
    expect(alipay.notified!(form(paid, ours.privateKey))).toBe('forged')
    expect(alipay.notified!(form({ ...paid, app_id: '9' }))).toBe('forged')
    expect(alipay.notified!({ headers: {}, body: form(paid).body.replace('5.00', '50.0') })).toBe('forged')
  })
})

describe('Alipay', () => {
  const port = (part: string, { forged = false } = {}) => {
    const sent: URLSearchParams[] = []
    const fake = (async (_url: string, init: RequestInit) => {
      const parameters = init.body as URLSearchParams
      sent.push(parameters)
      const sign = createSign('RSA-SHA256')
        .update(part, 'utf8')
        .sign(forged ? ours.privateKey : theirs.privateKey, 'base64')
      return new Response(`{"${parameters.get('method')!.replaceAll('.', '_')}_response":${part},"sign":"${sign}"}`)
    }) as unknown as typeof fetch
    return {
      sent,
      alipay: alipayPayment({ appId: '2021', privateKey: ours.privateKey, publicKey: theirs.publicKey, fetch: fake, now: () => NOW }),
    }
  }
  it('signs the parameters in order of their names', async () => {
    const { sent, alipay } = port('{"code":"10000","qr_code":"https://qr.alipay.com/x"}')
    expect(await alipay.open(order)).toEqual({ codeUrl: 'https://qr.alipay.com/x' })
    const { sign, ...rest } = Object.fromEntries(sent[0]!)
    expect(createVerify('RSA-SHA256').update(textOf(rest), 'utf8').verify(ours.publicKey, sign!, 'base64')).toBe(true)
    expect(rest).toMatchObject({ method: 'alipay.trade.precreate', timestamp: '2026-11-21 12:00:00' })
    expect(JSON.parse(rest.biz_content!)).toMatchObject({ out_trade_no: 'SF202611210001', total_amount: '123.45' })
    expect(textOf({ b: '2', a: '1', c: '', sign: 'x' })).toBe('a=1&b=2')
  })
  it('verifies what was sent, byte for byte, and reads the state', async () => {
    expect(await port('{"code":"10000","trade_status":"TRADE_SUCCESS","trade_no":"7","total_amount":"123.45"}').alipay.query('A1')).toEqual(
      { status: 'paid', tradeNo: '7', amount: 12_345 },
    )
    expect(await port('{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"}').alipay.query('A1')).toEqual({ status: 'waiting' })
    await expect(port('{"code":"10000","trade_status":"TRADE_SUCCESS"}', { forged: true }).alipay.query('A1')).rejects.toThrow('not signed')
    expect(signedPart('{"x_response":{"a": 1},"sign":"s"}', 'x_response')).toBe('{"a": 1}')
  })
  it("takes the code of the member's wallet", async () => {
    const code = { authCode: '281234567890123456', store: '7' }
    const paid = port('{"code":"10000","trade_no":"7","total_amount":"123.45"}')
    expect(await paid.alipay.scan(order, code)).toEqual({ status: 'paid', tradeNo: '7', amount: 12_345 })
    expect(JSON.parse(Object.fromEntries(paid.sent[0]!).biz_content!)).toMatchObject({
      scene: 'bar_code',
      auth_code: code.authCode,
      store_id: '7',
    })
    expect(await port('{"code":"10003"}').alipay.scan(order, code)).toEqual({ status: 'waiting' })
    expect(await port('{"code":"40004","sub_msg":"付款码无效"}').alipay.scan(order, code)).toEqual({
      status: 'closed',
      reason: '付款码无效',
    })
  })
  it('knows whose code it is by its digits', () => {
    expect(['134567890123456789', '281234567890123456', '6901234567892'].map((c) => wayOfCode(c))).toEqual([2, 3, undefined])
  })
})
