import type { Handlers } from '#kernel/server/index.ts'
import type { examImages } from '../contract/images/endpoints.ts'
import { bytesOf, imageFile, keepUpload, uploadFile } from './image-files.ts'
import { addImage, addImages, dropImage, editImage, imageOf, imagesOf } from './images.ts'

export const imageHandlers: Handlers<typeof examImages> = {
  'common.images': (out, { file }) => keepUpload(out, file),
  'common.images.base': (out, { base64 }) => keepUpload(out, { bytes: bytesOf(base64) }),
  'common.images.file': uploadFile,
  'exam-image.create': async (cx, input) => imageOf(cx, await addImage(cx, input)),
  'exam-image.insert': (cx, { list }) => addImages(cx, list),
  'exam-image.insert-odos': (cx, { od, os, ...both }) =>
    addImages(cx, [
      { ...both, eye: 'OD', fileId: od },
      { ...both, eye: 'OS', fileId: os },
    ]),
  'examImage.list': imagesOf,
  'examImage.file': imageFile,
  'examImage.update': editImage,
  'examImage.delete': async (cx, { id, reason }) => (await dropImage(cx, id, reason), null),
}
