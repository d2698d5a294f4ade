import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#kernel/server/environment.ts'
import { chosen } from '../choose.ts'
import { wechat } from './choose.ts'
import { localWechat } from './local.ts'
import { officialWechat } from './official.ts'

describe('choice', () => {
  it('production without WeChat has none: nobody can scan, no text leaves, and no page plays a phone', async () => {
    const none = chosen(wechat, readEnvironment({ NODE_ENV: 'production' }))
    expect(none).toMatchObject({ simulated: false, label: '未接入微信' })
    expect(none.authorizeUrl('s', '/wechat/confirm')).toBe('')
    expect(await none.sendText('o1', 'x')).toEqual({ taken: false, reason: '未接入微信' })
  })
  it('elsewhere it is the labelled simulation, and the real one when configured', () => {
    expect(chosen(wechat, readEnvironment({}))).toMatchObject({ simulated: true, label: '本地模拟' })
    expect(
      chosen(
        wechat,
        readEnvironment({ WECHAT: 'wechat', WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 's', PUBLIC_URL: 'https://clinic.example' }),
      ),
    ).toMatchObject({ simulated: false, label: '微信' })
  })
  it('a code of the simulated phone works once', async () => {
    const port = localWechat()
    expect(await port.personOf('phone-1.a')).toEqual({ openId: 'local-phone-1', name: '手机一（王小明）' })
    expect(await port.personOf('phone-1.a')).toBeUndefined()
    expect(await port.personOf('phone-7.a')).toBeUndefined()
  })
  it('a message to a member without WeChat does not arrive here either', async () => {
    expect([await localWechat().sendText('local-phone-1', 'a'), await localWechat().sendText(null, 'a')]).toEqual([
      { taken: true },
      { taken: false, reason: '会员未绑定微信' },
    ])
  })
})

describe('the open platform', () => {
  const wechat = (answers: Record<string, object>) => {
    const requests: string[] = []
    const fake = (async (url: string) => {
      requests.push(url)
      const answer = answers[new URL(url).pathname]
      return answer ? new Response(JSON.stringify(answer)) : new Response('', { status: 502 })
    }) as unknown as typeof fetch
    return { asked: requests, port: officialWechat({ appId: 'wx1', secret: 's', fetch: fake, now: () => 0 }) }
  }
  it('a registered notice reaches whoever wrote nothing: by the account’s own keys; without a template it says so', async () => {
    const sent: unknown[] = []
    const fake = (async (url: string, init?: RequestInit) => {
      if (init?.body) sent.push([new URL(url).pathname, JSON.parse(String(init.body))])
      return new Response(JSON.stringify(url.includes('/token') ? { access_token: 't' } : { errcode: 0 }))
    }) as unknown as typeof fetch
    const params = { name: '林小满', time: '11-24 10:00', store: '朝阳院' }
    const port = officialWechat({ appId: 'wx1', secret: 's', fetch: fake, notices: { appointment: 'T_1,thing1=name,time2=time' } })
    expect(await port.sendNotice('o1', 'appointment', params)).toEqual({ taken: true })
    const data = { thing1: { value: '林小满' }, time2: { value: '11-24 10:00' } }
    expect(sent).toEqual([['/cgi-bin/message/template/send', { touser: 'o1', template_id: 'T_1', data }]])
    expect(await wechat({}).port.sendNotice('o1', 'appointment', params)).toEqual({ taken: false, reason: '没有登记模板消息' })
    expect(await port.sendNotice(null, 'appointment', params)).toEqual({ taken: false, reason: '会员未绑定微信' })
  })
  it('asks for authorisation inside WeChat and comes back to our page', () => {
    const url = new URL(wechat({}).port.authorizeUrl('scene', 'https://clinic.example/wechat/confirm'))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      appid: 'wx1',
      redirect_uri: 'https://clinic.example/wechat/confirm',
      response_type: 'code',
      scope: 'snsapi_userinfo',
      state: 'scene',
    })
    expect(url.hash).toBe('#wechat_redirect')
  })
  it('turns a code into a person; a used or forged code is nobody', async () => {
    const { port, asked: sent } = wechat({
      '/sns/oauth2/access_token': { access_token: 't', openid: 'o1' },
      '/sns/userinfo': { nickname: '王' },
    })
    expect(await port.personOf('c1')).toEqual({ openId: 'o1', name: '王' })
    expect(Object.fromEntries(new URL(sent[0]!).searchParams)).toEqual({
      appid: 'wx1',
      secret: 's',
      code: 'c1',
      grant_type: 'authorization_code',
    })
    expect(await wechat({ '/sns/oauth2/access_token': { errcode: 40163 } }).port.personOf('c1')).toBeUndefined()
    await expect(wechat({ '/sns/oauth2/access_token': { errcode: -1, errmsg: 'busy' } }).port.personOf('c1')).rejects.toThrow('busy')
    await expect(wechat({}).port.personOf('c1')).rejects.toThrow('502')
  })
  it('sends a text with a token that is fetched once; what trying again does not mend is told', async () => {
    const { port, asked: requests } = wechat({
      '/cgi-bin/token': { access_token: 't', expires_in: 7200 },
      '/cgi-bin/message/custom/send': { errcode: 0 },
    })
    expect([await port.sendText('o1', 'a'), await port.sendText('o1', 'b')]).toEqual([{ taken: true }, { taken: true }])
    expect(requests.filter((url) => url.includes('/cgi-bin/token'))).toHaveLength(1)
    expect(await port.sendText(null, 'a')).toEqual({ taken: false, reason: '会员未绑定微信' })
    const late = wechat({ '/cgi-bin/token': { access_token: 't' }, '/cgi-bin/message/custom/send': { errcode: 45015 } })
    expect(await late.port.sendText('o1', 'a')).toEqual({ taken: false, reason: '会员 48 小时内没有来消息，微信不允许主动发送' })
  })
})
