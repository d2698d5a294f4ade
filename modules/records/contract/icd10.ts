/** ICD-10 codes: the shared list of an eye clinic, and the national codes an organisation imports. */
import { count, crud, family, get, text, z } from '#kernel/contract/index.ts'

const code = text('诊断编码', { max: 20, width: 96 }).regex(/^[A-Z]\d{2}(\.[0-9A-Za-z+*]{1,10})?$/, '编码形如 H52.1 或 H52.100')
const name = text('诊断名称', { max: 100 }).min(1)
export const icd10Code = code

export const icdCodes = {
  'icd10-codes': family({
    table: 'icd10_code',
    label: '诊断编码',
    noun: 'national diagnosis code, ours',
    can: { view: 'ecase:view', edit: 'icd:import' },
    calls: crud('/v1/{product}/icd10-codes'),
    /** Initials are those of the name where nobody gives others. */
    fields: { code, name, initials: text('拼音首字母', { max: 100 }).default('') },
    filters: ['name'],
    order: ['code'],
    excel: true,
  }),
}

export const icd10 = {
  'icd10.find': get('/v1/{product}/icd10', {
    can: 'ecase:view',
    summary: 'Ours: diagnoses by code, by part of the name or by pinyin initials, the best first',
    input: z.object({ word: text('编码、名称或拼音', { max: 50 }).min(1), limit: count('条数', { min: 1, max: 50 }).default(15) }),
    output: z.object({ list: z.array(z.object({ code, name })) }),
  }),
}
