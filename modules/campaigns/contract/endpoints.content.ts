import { del, done, get, open, post, put } from '#kernel/contract/index.ts'
import * as s from './shapes.content.ts'

const view = { can: 'marketing:view' } as const
const edit = { can: 'content:edit' } as const
const wrong = ['html_script', 'foreign_link', 'other_stores'] as const

export const contentCalls = {
  'content-manage.list': get('/v1/{product}/content-manage', {
    ...view,
    summary: 'Articles of a store, by weight, with views and sign-ups',
    input: s.ContentQuery,
    output: s.ContentPage,
  }),
  'content-manage.weight-list': get('/v1/{product}/content-manage/weight-list', {
    ...view,
    summary: 'Articles of a store in the order readers see them, then those that are not shown',
    input: s.WeightQuery,
    output: s.WeightList,
  }),
  'content-manage.reorder': put('/v1/{product}/content-manage/weight-list', {
    ...edit,
    summary: 'Ours: the order of the articles, from the first to the last',
    input: s.Reorder,
    output: s.WeightList,
  }),
  'content-manage.get': get('/v1/{product}/content-manage/{id}', {
    ...view,
    summary: 'One article with its text',
    input: s.ContentById,
    output: s.ContentItem,
  }),
  'content-manage.create': post('/v1/{product}/content-manage', {
    ...edit,
    summary: 'A new article, not shown before somebody else reviewed it',
    input: s.NewContent,
    output: s.ContentItem,
    fails: wrong,
  }),
  'content-manage.update': put('/v1/{product}/content-manage/{id}', {
    ...edit,
    changes: 'id',
    summary: 'Changes an article; the review falls, so that it is not shown until it is reviewed again',
    input: s.EditContent,
    output: s.ContentItem,
    fails: wrong,
  }),
  'content-manage.delete': del('/v1/{product}/content-manage/{id}', {
    ...edit,
    summary: 'Deletes an article that is not shown',
    input: s.ContentById,
    output: done(),
  }),
  'content-manage.submit': put('/v1/{product}/content-manage/submit/{id}', {
    ...edit,
    summary: 'Ours: hands an article in for review, once its words are right',
    input: s.ContentById,
    output: s.ContentItem,
    fails: ['wording', 'wording_reason', 'ad_missing', 'ad_over', 'content_empty'],
  }),
  'content-manage.status': put('/v1/{product}/content-manage/status/{id}', {
    can: 'content:publish',
    summary: 'Shows an article, which is the review and another person’s than who wrote it, or takes it down',
    input: s.ContentStatus,
    output: s.ContentItem,
    fails: ['wording', 'wording_reason', 'ad_missing', 'ad_over', 'content_empty', 'content_own'],
  }),
  'content.shown': open.get('/v1/{product}/content/{id}', {
    can: 'public',
    proof: 'nothing',
    summary: 'Ours: a published article, as a visitor reads it',
    input: s.ShownContentQuery,
    output: s.ShownContent,
    perMinute: 120,
  }),
}
