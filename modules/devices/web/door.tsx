/** What other modules show of devices: a traced frame; whose a file is. */
export { FrameShape } from './inbox/FrameShape.tsx'
export { askDiffers } from './differs.ts'
