/** What other modules show of devices: a traced frame. */
export { FrameShape } from './inbox/FrameShape.tsx'
