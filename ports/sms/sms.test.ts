import { describe, expect, it } from 'vitest'
import { aliyunSms, signedRequest } from './aliyun.ts'
import { localSms } from './local.ts'

const message = { no: '7', mobile: '13900000001', code: 'SMS_1', params: { code: '123456' }, text: '…' }

describe('local outbox', () => {
  it('is labelled, delivers at once, and refuses a number ending in 0000', async () => {
    const port = localSms(() => '2026-11-21 09:00:00')
    expect(port).toMatchObject({ label: '本地发件箱', simulated: true })
    expect(await port.send(message)).toEqual({ taken: true, receipt: 'LOCAL7' })
    expect(await port.stateOf({ receipt: 'LOCAL7', mobile: message.mobile, day: '2026-11-21' })).toEqual({
      status: 'delivered',
      at: '2026-11-21 09:00:00',
    })
    expect(await port.send({ ...message, mobile: '13900000000' })).toMatchObject({ taken: false })
  })
})

describe('Alibaba Cloud SMS', () => {
  it("signs as the example of the provider's own documentation (V3 signature, 2023-10-26)", () => {
    const { headers } = signedRequest(
      {
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        date: '2023-10-26T10:22:32Z',
        nonce: '3156853299f313e23d1673dc12e1703d',
        query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
      },
      { accessKey: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    )
    expect(headers.authorization).toBe(
      [
        'ACS3-HMAC-SHA256 Credential=YourAccessKeyId',
        'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version',
        'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
      ].join(','),
    )
  })
  const port = (answer: object, status = 200) => {
    const sent: URL[] = []
    const fake = (async (url: string) => {
      sent.push(new URL(url))
      return new Response(JSON.stringify(answer), { status })
    }) as unknown as typeof fetch
    return { sent, aliyun: aliyunSms({ accessKey: 'k', secret: 's', signName: '明眸', fetch: fake, now: () => Date.UTC(2026, 10, 21, 1) }) }
  }
  it('sends number, signature, template and parameters, with our own number beside them', async () => {
    const { sent, aliyun } = port({ Code: 'OK', BizId: 'B1' })
    expect(await aliyun.send(message)).toEqual({ taken: true, receipt: 'B1' })
    expect(Object.fromEntries(sent[0]!.searchParams)).toEqual({
      PhoneNumbers: '13900000001',
      SignName: '明眸',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"123456"}',
      OutId: '7',
    })
  })
  it('a wrong number is refused for good; a fault of the service may pass', async () => {
    expect(await port({ Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '非法手机号' }, 400).aliyun.send(message)).toEqual({
      taken: false,
      reason: '非法手机号（isv.MOBILE_NUMBER_ILLEGAL）',
    })
    await expect(port({ Code: 'isp.SYSTEM_ERROR' }, 500).aliyun.send(message)).rejects.toThrow('isp.SYSTEM_ERROR')
    await expect(port({}, 502).aliyun.send(message)).rejects.toThrow('502')
  })
  it("reads the operator's receipt", async () => {
    const state = (detail: object) =>
      port({ Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: [detail] } }).aliyun.stateOf({
        receipt: 'B1',
        mobile: '13900000001',
        day: '2026-11-21',
      })
    expect(await state({ SendStatus: 1 })).toEqual({ status: 'waiting' })
    expect(await state({ SendStatus: 2, ErrCode: 'MK:0010' })).toEqual({ status: 'failed', reason: 'MK:0010' })
    expect(await state({ SendStatus: 3, ReceiveDate: '2026-11-21 09:00:05' })).toEqual({ status: 'delivered', at: '2026-11-21 09:00:05' })
  })
})
