/** Every registered screen in the dark palette. */
import { looking } from './looks.ts'

looking('dark')
