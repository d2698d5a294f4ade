/**
 * Sends what devices write into a folder to the inbox of the store:
 *
 *   npm run bridge -- --watch /path/of/the/folder --server https://clinic.example --key mmd_…
 *
 * A file is sent once it has not grown for two seconds, and moved into `sent/` only after the server has it; one the server refuses for
 * what it is goes to `refused/` with the sentence beside it. Without an answer it stays and is tried again. The key may stand in BRIDGE_KEY
 * instead, so that no list of processes shows it; `--once` sends what is there and ends.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const SETTLED = 2_000
const ROUND = 1_000
const LARGEST = 20 * 1024 * 1024
/** After an answer that did not come: twice as long each time, a minute at most. */
const LONGEST_WAIT = 60_000

/** Moves a file into a folder beside it; one of the same name gets a number. */
function moveInto(folder, file) {
  const to = path.join(path.dirname(file), folder)
  fs.mkdirSync(to, { recursive: true })
  const { name, ext } = path.parse(file)
  let target = path.join(to, name + ext)
  for (let n = 2; fs.existsSync(target); n++) target = path.join(to, `${name} (${n})${ext}`)
  fs.renameSync(file, target)
  return target
}

/**
 * Sends one file. `sent`: the server has it. `refused`: it will never take this one, and says why. `later`: nobody answered, or not now.
 * `key`: the key opens nothing.
 */
async function sendFile({ server, key, product = 'mingmou' }, file, send = fetch) {
  const bytes = fs.readFileSync(file)
  if (bytes.length > LARGEST) return { became: 'refused', why: 'larger than 20 MB' }
  const form = new FormData()
  form.set('key', key)
  form.set('file', new Blob([bytes]), path.basename(file))
  const response = await send(`${server}/api/v1/${product}/device-arrivals`, { method: 'POST', body: form }).catch(() => undefined)
  const answer = response && (await response.json().catch(() => undefined))
  if (answer?.code === 200) return { became: 'sent', known: answer.data.known }
  if (answer?.field === 'key') return { became: 'key', why: answer.message }
  if (answer?.field === 'file' || response?.status === 413) return { became: 'refused', why: answer?.message ?? 'too large' }
  return { became: 'later', why: answer?.message ?? 'no answer' }
}

/** Files of a folder that have not grown since `before` ago; hidden ones and folders are left alone. */
const settledIn = (folder, now = Date.now()) =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((e) => e.isFile() && !e.name.startsWith('.'))
    .map((e) => path.join(folder, e.name))
    .filter((file) => now - fs.statSync(file).mtimeMs >= SETTLED)
    .sort()

/** Sends what has settled in the folder; false when nobody answered and the rest waits. Throws when the key opens nothing. */
export async function round(options, { send = fetch, now = Date.now(), say = () => undefined } = {}) {
  for (const file of settledIn(options.watch, now)) {
    const { became, known, why } = await sendFile(options, file, send)
    if (became === 'key') throw new Error(why)
    if (became === 'later') {
      say(`${path.basename(file)}: ${why}, tried again`)
      return false
    }
    const target = moveInto(became, file)
    if (became === 'refused') fs.writeFileSync(`${target}.txt`, `${why}\n`)
    say(`${path.basename(file)}: ${became === 'sent' ? (known ? 'was there already' : 'sent') : why}`)
  }
  return true
}

async function main() {
  const { values } = parseArgs({
    options: {
      watch: { type: 'string' },
      server: { type: 'string', default: 'http://localhost:3000' },
      key: { type: 'string' },
      product: { type: 'string', default: 'mingmou' },
      once: { type: 'boolean', default: false },
    },
  })
  const options = { ...values, key: values.key ?? process.env.BRIDGE_KEY }
  if (!options.watch || !options.key) throw new Error('npm run bridge -- --watch DIR --server URL --key KEY')
  if (!fs.existsSync(options.watch)) throw new Error(`${options.watch} does not exist.`)
  let wait = ROUND
  for (;;) {
    const answered = await round(options, { say: (line) => console.log(line) })
    if (options.once) return
    wait = answered ? ROUND : Math.min(wait * 2, LONGEST_WAIT)
    await new Promise((go) => setTimeout(go, wait))
  }
}
if (import.meta.filename === process.argv[1])
  main().catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
