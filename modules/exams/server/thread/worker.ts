/** The thread pictures are read in. */
import { answer } from '#kernel/server/parse/thread.ts'
import { Unreadable } from '#kernel/server/parse/unreadable.ts'
import { readPicture } from './picture.ts'

answer(readPicture, Unreadable)
