import { anything, count, id, note, text, z, stops } from '#kernel/contract/index.ts'
import { partsOf, templateFindings, templateOf } from '../aids/template.ts'
import { exam, legacy } from './kind.ts'

/** Written by the store's own template; `template` is the one it was written by, whatever became of it since. */
export const templated = {
  templateId: id('检查模板').nullable(),
  templateVersion: count('模板版本').nullable(),
  template: z.record(z.string(), anything()).meta({ label: '模板内容' }).nullable(),
  values: z.record(z.string().max(40), anything()).meta({ label: '检查内容' }).nullable(),
}

export const others = exam({
  kind: 'others',
  table: 'exam_others',
  noun: '其他检查',
  title: '其他检查',
  english: 'Other examinations',
  tab: 'misc',
  calls: legacy('/examOthers'),
  fields: { ...templated, name: text('检查名称', { max: 50 }).nullable(), findings: note('检查所见').nullable() },
  beside: ['templateId', 'templateVersion', 'template', 'name'],
  groups: [{ items: ['name', 'findings'] }],
  needs: [],
  checks: (values) => {
    const template = templateOf(values)
    if (template) return templateFindings(template, partsOf(values))
    return values.values && !values.templateId ? [{ ...stops, field: 'templateId', code: 'no-template', sentence: '请选择检查模板' }] : []
  },
  normal: { findings: '未见异常' },
  history: [],
  trends: [],
  print: [{ title: '其他检查', items: ['name', 'findings'] }],
  example: { name: '色觉', findings: '色觉检查正常' },
})
