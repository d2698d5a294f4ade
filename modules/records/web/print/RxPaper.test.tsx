/** The prescription on paper says who wrote it and who signed it, each by the trade. */
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, ok, stage } from '#kernel/web/testing/stage.tsx'
import { prescriptionMachine } from '../../contract/states.ts'
import RxPaper from './RxPaper.tsx'

const rx = (doctorType: number | null, signerType: number | null) => ({
  rxNo: 'RX1',
  feeBillType: 1,
  status: prescriptionMachine.is.issued,
  orderDate: '2026-11-20',
  validUntil: '2027-11-20',
  doctorName: '何明哲',
  signerName: '陈静怡',
  signedAt: '2026-11-20 10:20:00',
  doctorType,
  signerType,
  patient: { name: '林一', gender: 1, birth: '2016-01-01', memberNo: 'M5', mobile: null },
  store: { name: '朝阳院', phone: null, address: null, printHead: '朝阳院', logo: null, foot: '', sightStandard: 1 },
  trainings: [],
  list: [],
  diagnose: null,
  allergy: null,
  reviewMonths: null,
  replacesNo: null,
  note: null,
})
const paper = async (doctorType: number | null, signerType: number | null) => {
  answering(() => ok(rx(doctorType, signerType)))
  await stage(<RxPaper />, { at: '/rx-bill-print/1' })
  await screen.findByText('RX1')
  return document.body.textContent
}

it.each([
  [1, 1, '医师何明哲', '医师签名'],
  [2, 2, '验光师何明哲', '验光师签名'],
  [2, 1, '验光师何明哲', '医师签名'],
  [5, null, '开具人何明哲', '验光师签名'],
])('3.23 a writer of trade %i and a signer of trade %s: %s, %s', async (writer, signer, written, signature) => {
  const text = await paper(writer, signer)
  expect(text).toContain(written)
  expect(text).toContain(signature)
  expect(text).toContain('陈静怡 2026-11-20 10:20')
})
