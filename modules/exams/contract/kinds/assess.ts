import { choice, measure, text } from '#kernel/contract/index.ts'
import { assessFindings, partsOf, templateFindings, templateOf } from '../aids/template.ts'
import { numberOf } from '../aids/values.ts'
import { exam, legacy } from './kind.ts'
import { templated } from './others.ts'

const hours = (label: string) => measure(label, { block: [0, 24], warn: [0, 16], unit: 'h', step: 0.5, decimals: 1 }).nullable()

/** A score from its template's weights alone. What is known of the risk stands beside it and is not folded in. */
export const assess = exam({
  kind: 'assess',
  table: 'assessment',
  noun: '评估',
  title: '评估',
  english: 'Assessment',
  tab: 'assess',
  calls: legacy('/assessment', { ours: ['list', 'info', 'save'] }),
  fields: {
    score: measure('评估得分', { block: [0, 100], unit: '', step: 0.1, decimals: 1 }).nullable(),
    band: text('等级', { max: 20 }).nullable(),
    ...templated,
    parents: choice('父母近视', { 0: '无', 1: '一方', 2: '双方' }).nullable(),
    outdoorHours: hours('每天户外'),
    nearHours: hours('每天近距离用眼'),
  },
  beside: ['band', 'templateId', 'templateVersion', 'template', 'parents', 'outdoorHours', 'nearHours'],
  groups: [{ items: ['parents', 'outdoorHours', 'nearHours'] }],
  needs: [],
  checks: (values) => {
    const [template, parts] = [templateOf(values), partsOf(values)]
    return [...(template ? templateFindings(template, parts) : []), ...assessFindings(template, parts, numberOf(values, 'score'))]
  },
  history: ['score'],
  trends: [{ of: 'score', label: '评估得分', unit: '', from: [0, 100] }],
  print: [{ title: '评估', items: ['score', 'band', 'parents', 'outdoorHours', 'nearHours'] }],
  example: { score: 76, parents: 1, outdoorHours: 1.5, nearHours: 4 },
})
