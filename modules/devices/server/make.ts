/**
 * Files as devices write them, for tests and the demo. Written by us from the described layouts (JOIA KR and LM, LM-7, MYAH, AL550, and
 * DICOM instances from the standard's tables): none came out of a device. Values are what the caller says.
 */

export interface WrittenEye {
  sph: string
  cyl: string
  axis: string
}
export interface DeviceFileSpec {
  id: string
  /** `2026-03-01 09:30:00` */
  at: string
  od: WrittenEye
  os: WrittenEye
}
const utf16 = (text: string): Uint8Array => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
const eyesOf = (w: DeviceFileSpec) =>
  [
    ['R', w.od],
    ['L', w.os],
  ] as const

/** Pieces of a file, one after the other. */
const markup = (...pieces: string[]): string => pieces.join('')
/** NIDEK ARK: refraction, keratometry and distance of the pupils, UTF-16. */
export const ark = (
  w: DeviceFileSpec,
  { k1 = '43.00', k2 = '44.00', pd = '58' }: { k1?: string; k2?: string; pd?: string } = {},
): Uint8Array => {
  const power = (e: WrittenEye) => `<Sphere>${e.sph}</Sphere><Cylinder>${e.cyl}</Cylinder><Axis>${e.axis}</Axis>`
  const eyeXml = (r: string, e: WrittenEye) =>
    markup(
      `<${r}><AR><ARList No = "1">${power(e)}<ConfidenceIndex>9</ConfidenceIndex></ARList>`,
      `<ARList No = "2"><Error>BLINK</Error></ARList><ARMedian>${power(e)}</ARMedian></AR>`,
      `<KM><KMMedian><R1><Radius>${(337.5 / Number(k1)).toFixed(2)}</Radius><Power>${k1}</Power><Axis>180</Axis></R1>`,
      `<R2><Radius>${(337.5 / Number(k2)).toFixed(2)}</Radius><Power>${k2}</Power><Axis>90</Axis></R2></KMMedian></KM></${r}>`,
    )
  return utf16(
    markup(
      '<?xml version="1.0" encoding="UTF-16"?>\r\n<Data><Company>NIDEK</Company><ModelName>ARK-1s</ModelName>',
      `<Date>${w.at.slice(0, 10).replaceAll('-', '/')}</Date><Time>${w.at.slice(11)}</Time>`,
      `<Patient><No.>0001</No.><ID>${w.id}</ID></Patient><VD>12.00 mm</VD>`,
      ...eyesOf(w).map(([r, e]) => eyeXml(r, e)),
      `<PD><PDList No = "1"><FarPD>${pd}</FarPD></PDList></PD></Data>`,
    ),
  )
}

/** NIDEK NT-530P: eye pressure with the thickness of the cornea. */
export const nt = (
  { id, at: time }: Pick<DeviceFileSpec, 'id' | 'at'>,
  iop: readonly [string, string],
  cct: readonly [number, number],
): Uint8Array =>
  utf16(
    markup(
      '<?xml version="1.0" encoding="UTF-16"?><Data><Company>NIDEK</Company><ModelName>NT-530P</ModelName>',
      `<Date>${time.slice(0, 10).replaceAll('-', '/')}</Date><Time>${time.slice(11)}</Time><Patient><ID>${id}</ID></Patient>`,
      ...(['R', 'L'] as const).map(
        (r, i) => `<${r}><NT><NTAverage><mmHg>${iop[i]}</mmHg></NTAverage><CorrectedIOP><CCT>${cct[i]}um</CCT></CorrectedIOP></NT></${r}>`,
      ),
      '</Data>',
    ),
  )

/** NIDEK LM-7, with the maker's own spelling of the sphere and empty tags. */
export const lm7 = (w: DeviceFileSpec, prism = { x: '', xBase: '', y: '', yBase: '' }): Uint8Array =>
  utf8(
    markup(
      '<?xml version="1.0"?><Ophthalmology><Common><Company>NIDEK</Company><ModelName>LM-7</ModelName>',
      `<Date>${w.at.slice(0, 10)}</Date><Time>${w.at.slice(11)}</Time><Patient><ID>${w.id}</ID></Patient></Common>`,
      '<Measure Type="LM"><LM><S><Sphare></Sphare></S>',
      ...eyesOf(w).flatMap(([r, e]) => [
        `<${r}><Sphare>${e.sph}</Sphare><Cylinder>${e.cyl}</Cylinder><Axis>${e.axis}</Axis><ADD></ADD>`,
        `<PrismX base="${prism.xBase}">${prism.x}</PrismX><PrismY base="${prism.yBase}">${prism.y}</PrismY>`,
        `<UVTransmittance>3</UVTransmittance></${r}>`,
      ]),
      '</LM><PD><Distance>62.0</Distance></PD></Measure></Ophthalmology>',
    ),
  )

/** JOIA of a Topcon KR (REF and KM) and of a tonometer (TM), with prefixes. `declared` is what the file says its encoding is. */
export const joia = (w: DeviceFileSpec, { declared = 'UTF-8', name = '' }: { declared?: string; name?: string } = {}): string => {
  const ns = (p: string) => `xmlns:ns${p}="http://www.joia.or.jp/standardized/namespaces/${p}"`
  const eyes = (eyeXml: (r: string, e: WrittenEye) => string) =>
    eyesOf(w)
      .map(([r, e]) => eyeXml(r, e))
      .join('')
  const refraction = (r: string, e: WrittenEye) =>
    markup(
      `<nsREF:${r}><nsREF:List No="1"><nsREF:Error>NO TARGET</nsREF:Error></nsREF:List>`,
      `<nsREF:Median><nsREF:Sphere unit="D"> ${e.sph}</nsREF:Sphere><nsREF:Cylinder unit="D"> ${e.cyl}</nsREF:Cylinder>`,
      `<nsREF:Axis unit="deg"> ${e.axis}</nsREF:Axis></nsREF:Median></nsREF:${r}>`,
    )
  const radius = (r: string, mm: string, power: string, axis: number) =>
    markup(
      `<nsKM:${r}><nsKM:Radius unit="mm">${mm}</nsKM:Radius>`,
      `<nsKM:Power unit="D">${power}</nsKM:Power><nsKM:Axis>${axis}</nsKM:Axis></nsKM:${r}>`,
    )
  const radii = `${radius('R1', '8.48', '39.75', 175)}${radius('R2', '8.20', '41.25', 85)}`
  const keratometry = (r: string) => `<nsKM:${r}><nsKM:Median>${radii}</nsKM:Median></nsKM:${r}>`
  return markup(
    `<?xml version="1.0" encoding="${declared}"?><Ophthalmology ${['Common', 'REF', 'KM', 'TM'].map(ns).join(' ')}>`,
    '<nsCommon:Common><nsCommon:Company>TOPCON</nsCommon:Company><nsCommon:ModelName>KR-800S</nsCommon:ModelName>',
    '<nsCommon:MachineNo>4500001</nsCommon:MachineNo>',
    `<nsCommon:Date>${w.at.slice(0, 10)}</nsCommon:Date><nsCommon:Time>${w.at.slice(11)}</nsCommon:Time>`,
    `<nsCommon:Patient><nsCommon:ID>${w.id}</nsCommon:ID><nsCommon:NameJ1>${name}</nsCommon:NameJ1></nsCommon:Patient></nsCommon:Common>`,
    `<nsREF:Measure type="REF"><nsREF:REF>${eyes(refraction)}</nsREF:REF></nsREF:Measure>`,
    `<nsKM:Measure type="KM"><nsKM:KM>${eyes(keratometry)}</nsKM:KM></nsKM:Measure>`,
    '<nsTM:Measure type="TM"><nsTM:TM>',
    eyes((r) => `<nsTM:${r}><nsTM:Average><nsTM:IOP_mmHg>15.3</nsTM:IOP_mmHg></nsTM:Average></nsTM:${r}>`),
    '</nsTM:TM></nsTM:Measure></Ophthalmology>',
  )
}

export interface WrittenBiometry {
  al: number
  flat: number
  steep: number
  cct: number
  acd: number
  wtw: number
}
/** Topcon MYAH: radii of the cornea in mm. */
export const myah = ({ id, at: time }: Pick<DeviceFileSpec, 'id' | 'at'>, od: WrittenBiometry, os: WrittenBiometry): Uint8Array =>
  utf16(
    markup(
      `<?xml version="1.0" encoding="UTF-16"?><MYAHExport><Patient><ID>${id}</ID></Patient>`,
      `<ExamDate>${time.slice(0, 10)}</ExamDate><ExamTime>${time.slice(11)}</ExamTime>`,
      ...Object.entries({ OD: od, OS: os }).flatMap(([eye, e]) => [
        `<PatientEyeData Eye="${eye}"><Data><FlatK>${e.flat}</FlatK><SteepK>${e.steep}</SteepK><FlatAngle>178</FlatAngle>`,
        `<AxialLength>${e.al}</AxialLength><WTW><Diameter>${e.wtw}</Diameter></WTW></Data></PatientEyeData>`,
      ]),
      '</MYAHExport>',
    ),
  )
/** Mediworks AL550: thickness in mm, the corneal diameter as a radius, keratometry in D. */
export const al550 = (
  { id, at: time, more = {} }: Pick<DeviceFileSpec, 'id' | 'at'> & { more?: object },
  od: WrittenBiometry,
  os: WrittenBiometry,
): Uint8Array => {
  const eye = (e: WrittenBiometry) => ({
    AxialCase: { Data: { dataFilter: [e.al, e.cct / 1000, e.acd, 0] } },
    TopographyCase: {
      Data: { CorneaFront: { K1: e.flat, K2: e.steep, AxisFlat: 2, AxisSteep: 92, Kmax: e.steep + 0.4, SRI: 0.3, SAI: 0.4, IS: 0.2 } },
    },
    WTWCase: { Data: { wtw: { r: e.wtw / 2 } } },
  })
  return utf8(JSON.stringify({ PatientID: id, ...more, Cases: [{ ExamDate: time, OD: eye(od), OS: eye(os) }] }))
}

/** A session of an RT-5100 as it comes over the serial line. */
export const rt5100 = ({ id, at: time, od, os }: DeviceFileSpec): string => {
  const power = (e: WrittenEye) => `${column(e.sph)}${column(e.cyl)}${e.axis.padStart(3)}`
  const column = (n: string) => (Number(n) === 0 ? '  0.00' : `${n[0]}${n.slice(1).padStart(5)}`)
  const [y, m, d] = time.slice(0, 10).split('-')
  const lines = ['@RT', `FR${power(od)}`, `FL${power(os)}`, 'PD60.0        ', 'Pd57.0        ', 'WD40']
  return `\u0001NIDEK RT-5100 ID${id.padEnd(13)}DA${y}/${m}/${d}\r\n${lines.map((l) => `\u0002${l}\r\n`).join('')}\u0004\r\n`
}

/** A tracer's OMA of an oval rim: `a` × `b` mm in `n` radii a side, radii in 1/100 mm. */
export const oma = (a: number, b: number, dbl: number, n = 360): Uint8Array => {
  const radii = Array.from({ length: n }, (_, i) => {
    const t = (2 * Math.PI * i) / n
    return Math.round(100 / Math.hypot(Math.cos(t) / (a / 2), Math.sin(t) / (b / 2)))
  })
  const rows = (side: string) => [
    `TRCFMT=1;${n};E;${side};F`,
    ...Array.from({ length: Math.ceil(n / 10) }, (_, i) => `R=${radii.slice(i * 10, i * 10 + 10).join(';')}`),
  ]
  return utf8(
    [
      `JOB=1`,
      `HBOX=${a.toFixed(2)};${a.toFixed(2)}`,
      `VBOX=${b.toFixed(2)};${b.toFixed(2)}`,
      `DBL=${dbl.toFixed(2)}`,
      '_OURS=kept;?',
      ...rows('R'),
      ...rows('L'),
      '',
    ].join('\r\n'),
  )
}

/** An element of a DICOM data set: tag, type, and a text, numbers or the items of a sequence. */
export type DicomElement = readonly [tag: string, vr: string, value: string | number | ReadonlyArray<readonly DicomElement[]>]
const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
function element([tag, vr, value]: DicomElement): Uint8Array {
  return withHead([Number.parseInt(tag.slice(0, 4), 16), Number.parseInt(tag.slice(4), 16)], vr, bodyOf(vr, value))
}
function bodyOf(vr: string, value: DicomElement[2]): Uint8Array {
  if (typeof value === 'number') return numberBytes(vr, value)
  const filler = vr === 'UI' ? '\0' : ' '
  if (typeof value === 'string') return utf8(value.length % 2 ? `${value}${filler}` : value)
  return joined(value.map((item) => withHead([0xfffe, 0xe000], '', joined(item.map(element)))))
}
function numberBytes(vr: string, value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(vr === 'FD' ? 8 : 4))
  if (vr === 'FD') bytes.setFloat64(0, value, true)
  else if (vr === 'FL') bytes.setFloat32(0, value, true)
  else bytes.setUint32(0, value, true)
  return new Uint8Array(bytes.buffer)
}
function withHead([group, number]: readonly [number, number], vr: string, body: Uint8Array): Uint8Array {
  const long = vr === 'SQ' || vr === 'OB'
  const head = new DataView(new ArrayBuffer(long ? 12 : 8))
  head.setUint16(0, group, true)
  head.setUint16(2, number, true)
  if (vr) [...vr].forEach((c, i) => head.setUint8(4 + i, c.charCodeAt(0)))
  if (!vr || long) head.setUint32(long ? 8 : 4, body.length, true)
  else head.setUint16(6, body.length, true)
  return joined([new Uint8Array(head.buffer), body])
}
/** A part-10 instance of a SOP class; its elements are written in explicit VR little endian, whatever syntax it names. */
export const dicom = (sop: string, elements: readonly DicomElement[], syntax = '1.2.840.10008.1.2.1'): Uint8Array => {
  const meta = joined([element(['00020002', 'UI', sop]), element(['00020010', 'UI', syntax])])
  return joined([
    new Uint8Array(128),
    utf8('DICM'),
    element(['00020000', 'UL', meta.length]),
    meta,
    ...([['00080016', 'UI', sop], ...elements] as const).map(element),
  ])
}
/** An autorefraction (SOP 78.2) of a member. */
export const dicomRefraction = ({ id, at: time, od, os }: DeviceFileSpec): Uint8Array => {
  const eye = (e: WrittenEye): DicomElement[] => [
    ['00460146', 'FD', Number(e.sph)],
    [
      '00460018',
      'SQ',
      [
        [
          ['00220009', 'FL', Number(e.axis)],
          ['00460147', 'FD', Number(e.cyl)],
        ],
      ],
    ],
  ]
  return dicom('1.2.840.10008.5.1.4.1.1.78.2', [
    ['00080020', 'DA', time.slice(0, 10).replaceAll('-', '')],
    ['00080030', 'TM', time.slice(11).replaceAll(':', '')],
    ['00080070', 'LO', 'OURS'],
    ['00100020', 'LO', id],
    ['00460050', 'SQ', [eye(od)]],
    ['00460052', 'SQ', [eye(os)]],
    ['00460060', 'FD', 61.5],
  ])
}
