/** Every registered screen in the light palette. */
import { looking } from './looks.ts'

looking('light')
