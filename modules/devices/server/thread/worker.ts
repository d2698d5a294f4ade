/**
 * The thread a device's file is read in (decision 0111): a program of its own, `dist/server/devices.mjs`, started by the kernel for one
 * file.
 */
import { answer } from '#kernel/server/parse/thread.ts'
import { readDevice } from '../../contract/devices/read.ts'
import { NoReading } from '../../contract/devices/reading.ts'
import { readers } from './means.ts'

// A reading, or null for a sound file of no known kind.
answer((bytes) => readDevice(bytes, readers) ?? null, NoReading)
