import { binary, del, done, get, outside, post, put } from '#kernel/contract/index.ts'
import {
  EditImage,
  ExamImage,
  ExamImages,
  ImageFile,
  ImageQuery,
  NewImage,
  NewImages,
  NewPair,
  UploadBase,
  Uploaded,
  UploadId,
  UploadImage,
  VoidImage,
} from './shapes.ts'

const adding = { can: 'exam:edit', fails: ['image_locked', 'image_too_many', 'image_not_theirs'], reads: 'written' } as const

/** Pictures and papers of examinations. */
export const examImages = {
  'common.images': outside.post('/common/images', {
    can: 'exam:edit',
    summary: 'Stores a picture or paper (JPEG, PNG, WebP, PDF, DICOM, at most 20 MB)',
    input: UploadImage,
    output: Uploaded,
    multipart: true,
    timeout: 60,
  }),
  'common.images.base': outside.post('/common/images/base', {
    can: 'exam:edit',
    summary: 'Stores a picture sent as base64',
    input: UploadBase,
    query: ['image_type'],
    output: Uploaded,
    timeout: 60,
  }),
  'common.images.file': outside.get('/common/images/{id}', {
    can: 'exam:edit',
    summary: 'Ours: an upload that is nobody’s picture yet, for who sent it',
    input: UploadId,
    output: binary(),
    binary: true,
    reads: 'nobody',
    timeout: 60,
  }),
  'exam-image.create': post('/exam-image', {
    ...adding,
    summary: 'Ties an upload to a member, an examination, an eye and a type',
    input: NewImage,
    output: ExamImage,
  }),
  'exam-image.insert': post('/exam-image/insert', { ...adding, summary: 'Ties several uploads', input: NewImages, output: ExamImages }),
  'exam-image.insert-odos': post('/exam-image/insert-odos', {
    ...adding,
    summary: 'Ties a pair of uploads, right eye and left',
    input: NewPair,
    output: ExamImages,
  }),
  'examImage.list': get('/examImage/list/{pid}', {
    can: 'exam:view',
    summary: 'Pictures of a member, newest first',
    input: ImageQuery,
    output: ExamImages,
    reads: 'one',
  }),
  'examImage.file': outside.get('/examImage/file/{pid}/{id}', {
    can: 'exam:view',
    summary: 'Ours: the bytes of a picture',
    input: ImageFile,
    output: binary(),
    binary: true,
    reads: 'one',
    timeout: 60,
  }),
  'examImage.update': put('/examImage', {
    can: 'exam:edit',
    summary: 'Changes eye, type and note while the examination is a draft; adds a version of the drawing',
    input: EditImage,
    output: ExamImage,
    fails: ['image_locked'],
    reads: 'written',
    changes: 'id',
  }),
  'examImage.delete': del('/examImage/{id}', {
    can: 'exam:edit',
    summary: 'Takes a picture of a draft away; voids one of a submitted examination, with a reason',
    input: VoidImage,
    output: done(),
    fails: ['image_locked', 'image_reason'],
  }),
}
