/** Which pictures are looked at together. */
import type { ExamImage } from '../../contract/images/shapes.ts'

/** Papers and device files have no picture of their own in a browser. */
export const isShown = ({ mime }: Pick<ExamImage, 'mime'>): boolean => mime.startsWith('image/')
export const dayOf = (image: Pick<ExamImage, 'takenAt'>): string => image.takenAt.slice(0, 10)

/** The other eye of the same type: of the same examination, else of the same day, else the newest. */
export function besideOf(image: ExamImage, all: readonly ExamImage[]): ExamImage | undefined {
  if (image.eye === 'OU') return undefined
  const fellows = all.filter((one) => one.eye !== image.eye && one.eye !== 'OU' && one.imageType === image.imageType && isShown(one))
  return (
    fellows.find((one) => one.examId === image.examId && one.kind === image.kind) ??
    fellows.find((one) => dayOf(one) === dayOf(image)) ??
    fellows[0]
  )
}
/** Other pictures of the same eye and type: what can be laid over it. */
export const othersOf = (image: ExamImage, all: readonly ExamImage[]): ExamImage[] =>
  all.filter((one) => one.id !== image.id && one.eye === image.eye && one.imageType === image.imageType && isShown(one))
