import media from './media.ts'
import queue from './queue.ts'

export default [...queue, ...media]
