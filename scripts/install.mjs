/** Installs what a fresh clone lacks: npm's packages, a Chromium, Chinese fonts. Uses nothing but Node. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const folder = path.join(root, 'node_modules')
const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined)

/** Says what a person can do and ends. */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Node versions the packages run on. */
function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) giveUp(`Mingmou needs Node 20.19 or newer; this is ${process.versions.node}.`)
}

/** Packages of the lock file that npm's own record of node_modules does not show; those of other platforms aside. */
function missingPackages() {
  const wanted = read(path.join(root, 'package-lock.json')).packages
  const present = read(path.join(folder, '.package-lock.json'))?.packages
  if (!present) return ['everything']
  return Object.entries(wanted)
    .filter(([place, p]) => place && !p.optional && !p.devOptional && !p.peer && present[place]?.version !== p.version)
    .map(([place]) => place.replace('node_modules/', ''))
}

/** Runs `npm ci` when node_modules is absent or is not what the lock file says. */
export function ensurePackages() {
  checkNode()
  const missing = missingPackages()
  if (!missing.length) return
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    return console.log(`node_modules is a link and differs from the lock file (${missing.slice(0, 3).join(', ')}); left as it is.`)
  console.log(`Installing packages (${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}) …`)
  // Production too builds from source, so development packages are always wanted.
  const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) giveUp('npm ci failed: see above. Is the network reachable?')
}

const candidates = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}
const inPath = (name) =>
  path.isAbsolute(name)
    ? fs.existsSync(name)
      ? name
      : undefined
    : (process.env.PATH ?? '')
        .split(path.delimiter)
        .map((dir) => path.join(dir, name))
        .find((file) => fs.existsSync(file))

/** Path of a Chromium: CHROMIUM, or one of the system. */
export const findChromium = () => process.env.CHROMIUM || (candidates[process.platform] ?? []).map(inPath).find(Boolean)

const hasChineseFonts = () =>
  process.platform !== 'linux' || /[\w/]/.test(spawnSync('fc-list', [':lang=zh-cn'], { encoding: 'utf8' }).stdout ?? '')

/** What the journeys need of the machine: a browser, Chinese fonts, and what reads a printed barcode. Each says whether it is there. */
const needs = { chromium: findChromium, fonts: hasChineseFonts, zbarimg: () => inPath('zbarimg'), pdftoppm: () => inPath('pdftoppm') }

/** The package managers that can bring them, and what they call them. */
const managers = [
  {
    command: 'apt-get',
    refresh: ['update', '-qq'],
    install: ['install', '-y', '-qq', '--no-install-recommends'],
    packages: { chromium: ['chromium'], fonts: ['fonts-noto-cjk', 'fontconfig'], zbarimg: ['zbar-tools'], pdftoppm: ['poppler-utils'] },
  },
  {
    command: 'dnf',
    install: ['install', '-y', '-q'],
    packages: {
      chromium: ['chromium'],
      fonts: ['google-noto-sans-cjk-fonts', 'fontconfig'],
      zbarimg: ['zbar'],
      pdftoppm: ['poppler-utils'],
    },
  },
  {
    command: 'apk',
    install: ['add', '--no-progress'],
    packages: { chromium: ['chromium'], fonts: ['font-noto-cjk', 'fontconfig'], zbarimg: ['zbar'], pdftoppm: ['poppler-utils'] },
  },
  {
    command: 'brew',
    install: ['install', '--quiet'],
    packages: { chromium: ['--cask=chromium'], fonts: [], zbarimg: ['zbar'], pdftoppm: ['poppler'] },
  },
]

/** Installs what the journeys lack with the machine's package manager. Answers Chromium's path. */
export function ensureJourneys() {
  const missing = Object.keys(needs).filter((need) => !needs[need]())
  const manager = managers.find((m) => inPath(m.command))
  if (missing.length && manager)
    installWith(
      manager,
      missing.flatMap((need) => manager.packages[need]),
    )
  const chromium = findChromium()
  if (!chromium) giveUp('The journeys need a Chromium: install one, or name it with the variable CHROMIUM.')
  return chromium
}
function installWith(manager, packages) {
  console.log(`Installing ${packages.join(', ')} …`)
  // An ordinary user may be allowed to by sudo; never wait for a password.
  const sudo = process.getuid?.() === 0 || manager.command === 'brew' ? [] : ['sudo', '-n']
  const run = (args) => {
    const [command, ...rest] = [...sudo, manager.command, ...args]
    return (
      spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0
    )
  }
  if (manager.refresh) run(manager.refresh)
  if (!run([...manager.install, ...packages])) console.error(`${manager.command} could not install ${packages.join(', ')}.`)
}
