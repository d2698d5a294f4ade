/** A clinic of a journey's own, begun before its first step: the pages of its people, one a role, and pictures of them. */
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { settled } from './app.ts'
import { stage, type JourneyStage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS
export interface Journey {
  /** The page of a role at a path, drawn. */
  readonly at: (role: Parameters<JourneyStage['open']>[0], where: string) => Promise<Page>
  /** Keeps a picture, where pictures are asked for. */
  readonly shot: (page: Page, name: string) => Promise<void>
}

/** Begins a clinic for the tests around, and ends it with no error on any page. `begin` prepares what the journey finds there. */
export function journey(name: string, begin: (clinic: JourneyStage) => Promise<void>): Journey {
  let clinic: JourneyStage
  const pages: Partial<Record<string, Page>> = {}
  beforeAll(async () => {
    clinic = await stage()
    await begin(clinic)
  })
  afterAll(async () => {
    const { errors } = clinic
    await clinic.close()
    expect(errors).toEqual([])
  })
  return {
    at: async (role, where) => {
      const page = pages[role] ?? (pages[role] = await clinic.open(role))
      await page.goto(`${clinic.base}${where}`)
      await settled(page)
      return page
    },
    shot: async (page, of) => void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `${name}-${of}.png`), fullPage: true }))),
  }
}
