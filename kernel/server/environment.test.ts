import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from './environment.ts'

describe('environment', () => {
  it('has an answer to everything', () => {
    expect(readEnvironment({})).toMatchObject({
      PORT: 3000,
      API_PREFIX: '/api',
      PRODUCT: 'mingmou',
      NODE_ENV: 'development',
      SMS: 'local',
      TRUST_PROXY: false,
      production: false,
      dataDir: path.resolve('data'),
    })
  })
  it('takes an empty variable as unset and leaves strange ones alone', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: ' ', HOME: '/root' })).toEqual(readEnvironment({}))
  })
  it('reads numbers, addresses and proxies', () => {
    expect(
      readEnvironment({
        PORT: '8080',
        PUBLIC_URL: 'https://clinic.example/',
        TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
        NODE_ENV: 'production',
      }),
    ).toMatchObject({
      PORT: 8080,
      PUBLIC_URL: 'https://clinic.example',
      TRUST_PROXY: ['10.0.0.0/8', '127.0.0.1'],
      production: true,
    })
  })
  it('says which value cannot be used, all at once', () => {
    expect(() => readEnvironment({ PORT: 'abc', API_PREFIX: 'api' })).toThrow(/PORT="abc"[\s\S]*API_PREFIX="api"/)
  })
  it('never prints a secret back', () => {
    expect(() => readEnvironment({ DATABASE_URL: 'mysql://root:secret@db/x' })).toThrow(/DATABASE_URL=\(hidden\)/)
  })
  it('says what a chosen port still needs', () => {
    expect(() => readEnvironment({ SMS: 'aliyun', SMS_ACCESS_KEY: 'a' })).toThrow(
      /SMS_ACCESS_SECRET, because SMS=aliyun\n {2}SMS_SIGN_NAME, because SMS=aliyun/,
    )
  })
})
