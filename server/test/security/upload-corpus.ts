import sharp from 'sharp'

export type Kind = 'wrong magic' | 'polyglot' | 'bomb' | 'truncated' | 'damaged' | 'metadata' | 'whole'
export type Sample = { kind: Kind; name: string; bytes: Buffer; call: 'image' | 'pdf' }

/** The marker in everything that must not survive: comments, metadata, appended pages. */
export const MARK = 'CANARY-IN-A-FILE'
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
const SCRIPT = `<script>alert("${MARK}")</script>`
const PAGES: Record<string, string> = {
  HTML: `<!doctype html><html>${SCRIPT}</html>`,
  SVG: `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${MARK}')"/>`,
  PHP: `<?php echo "${MARK}"; ?>`,
  ZIP: `PK\u0003\u0004${MARK}`,
  JavaScript: `*/=1;alert("${MARK}");/*`,
}

/** First bytes of files other than our picture types and PDF. */
const STRANGERS: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from('x'),
  SVG: Buffer.from(PAGES.SVG ?? ''),
  'SVG with a byte order mark': Buffer.from(`\ufeff<?xml version="1.0"?>${PAGES.SVG}`),
  'SVG in UTF-16': Buffer.from(`\ufeff${PAGES.SVG}`, 'utf16le'),
  'SVG with an entity bomb': Buffer.from(`<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(500)}">]>${PAGES.SVG}`),
  HTML: Buffer.from(PAGES.HTML ?? ''),
  XML: Buffer.from('<?xml version="1.0"?><x xmlns:xlink="file:///etc/passwd"/>'),
  'a program of Linux': Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
  'a program of Windows': Buffer.from('MZ\x90\x00', 'latin1'),
  'a shell script': Buffer.from('#!/bin/sh\nrm -rf /\n'),
  ZIP: Buffer.from('PK\x03\x04', 'latin1'),
  gzip: Buffer.from([0x1f, 0x8b, 8, 0]),
  TIFF: Buffer.from('II*\0\x08\0\0\0', 'latin1'),
  'big TIFF': Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
  BMP: Buffer.from('BM\x3a\0\0\0', 'latin1'),
  ICO: Buffer.from('\0\0\x01\0\x01\0', 'latin1'),
  PSD: Buffer.from('8BPS\0\x01', 'latin1'),
  HEIC: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  MP4: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1'),
  JXL: Buffer.from('\0\0\0\x0cJXL \r\n\x87\n', 'latin1'),
  'JPEG 2000': Buffer.from('\0\0\0\x0cjP  \r\n\x87\n', 'latin1'),
  MVG: Buffer.from('push graphic-context\nimage over 0,0 0,0 "https://evil.example/x"\n'),
  PostScript: Buffer.from('%!PS-Adobe-3.0\n(%pipe%id) (w) file\n'),
  'a font': Buffer.from('wOF2\0\x01\0\0', 'latin1'),
  WebAssembly: Buffer.from('\0asm\x01\0\0\0', 'latin1'),
  'WAVE inside RIFF': Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'),
  'a PDF after a space': Buffer.from(' %PDF-1.7'),
  zeros: Buffer.alloc(4096),
}

/** Generated: valid pictures of each format and PDFs, and every kind of invalid ones. */
export async function makeCorpus(): Promise<Sample[]> {
  const pictures = await Promise.all(
    FORMATS.map(async (format) => ({ format, bytes: await picture(format) })),
  )
  return [
    ...Object.entries(STRANGERS).flatMap(([name, bytes]): Sample[] => [
      { kind: 'wrong magic', name, bytes, call: 'image' },
      { kind: 'wrong magic', name, bytes, call: 'pdf' },
    ]),
    ...pictures.flatMap(({ format, bytes }) => samplesOf(format, bytes)),
    ...(await withMetadata()),
    ...bombs(),
    ...pdfs(),
  ]
}

const picture = (format: (typeof FORMATS)[number]) =>
  sharp({
    create: {
      width: 96,
      height: 64,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .toFormat(format)
    .toBuffer()

function samplesOf(format: string, bytes: Buffer): Sample[] {
  const sample = (kind: Kind, what: string, changed: Buffer): Sample => ({
    kind,
    name: `${format}: ${what}`,
    bytes: changed,
    call: 'image',
  })
  const heads = Object.entries(STRANGERS).filter(([, head]) => head.length > 1 && head.length < 60)
  return [
    sample('whole', 'as it is', bytes),
    { ...sample('wrong magic', 'as a PDF', bytes), call: 'pdf' },
    ...Object.entries(PAGES).map(([name, page]) =>
      sample('polyglot', `with ${name} behind it`, Buffer.concat([bytes, Buffer.from(page)])),
    ),
    ...Object.entries(PAGES).map(([name, page]) =>
      sample(
        'polyglot',
        `with ${name} after its first bytes`,
        Buffer.concat([bytes.subarray(0, 16), Buffer.from(page)]),
      ),
    ),
    ...[0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((part) =>
      sample('truncated', `${part * 100} % of it`, bytes.subarray(0, Math.floor(bytes.length * part))),
    ),
    ...heads
      .slice(0, 6)
      .map(([name, head]) => sample('wrong magic', `behind ${name}`, Buffer.concat([head, bytes]))),
    ...Array.from({ length: 18 }, (_, turn) => sample('damaged', `damage ${turn}`, damaged(bytes, turn))),
  ]
}

/** Replaces some bytes, the same in every run. */
function damaged(bytes: Buffer, seed: number): Buffer {
  const copy = Buffer.from(bytes)
  let state = seed * 7919 + 17
  for (let n = 0; n <= seed; n += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    copy[12 + (state % (copy.length - 12))] = state % 251
  }
  return copy
}

async function withMetadata(): Promise<Sample[]> {
  const exif = { IFD0: { Copyright: MARK, Artist: MARK }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } }
  const base = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#24c' } })
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${MARK}"/></rdf:RDF></x:xmpmeta>`
  const made = await Promise.all(
    (['jpeg', 'png', 'webp', 'avif'] as const).flatMap((format) => [
      base()
        .withExif(exif)
        .toFormat(format)
        .toBuffer()
        .then((bytes) => ({ name: `${format}: EXIF`, bytes })),
      base()
        .withXmp(xmp)
        .toFormat(format)
        .toBuffer()
        .then((bytes) => ({ name: `${format}: XMP`, bytes })),
    ]),
  )
  const jpeg = await base().jpeg().toBuffer()
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(SCRIPT.length + 2)}${SCRIPT}`, 'latin1')
  made.push({
    name: 'jpeg: a comment',
    bytes: Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
  })
  return made.map((one) => ({ ...one, kind: 'metadata', call: 'image' }))
}

/** Headers that declare more than the content, or more than allowed. */
function bombs(): Sample[] {
  const size = (width: number, height: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32BE(width, 0)
    bytes.writeUInt32BE(height, 4)
    return bytes
  }
  const png = (width: number, height: number) =>
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      size(width, height),
      Buffer.from('\x08\x02\0\0\0\0\0\0\0\0\0\0\0IDAT', 'latin1'),
    ])
  const gif = (width: number, height: number) => {
    const bytes = Buffer.from(
      'GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;',
      'latin1',
    )
    bytes.writeUInt16LE(width, 6)
    bytes.writeUInt16LE(height, 8)
    return bytes
  }
  const sides = [0, 1, 5001, 16_384, 30_000, 65_535, 2 ** 31 - 1, 2 ** 32 - 1]
  const made = sides.flatMap((side) => [
    { name: `png of ${side}`, bytes: png(side, side) },
    { name: `png of ${side} by 1`, bytes: png(side, 1) },
    { name: `gif of ${side % 65_536}`, bytes: gif(side % 65_536, side % 65_536) },
  ])
  return made.map((one) => ({ ...one, kind: 'bomb', call: 'image' }))
}

function pdfs(): Sample[] {
  const whole = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'
  const texts: Record<string, string> = {
    'as it is': whole,
    'only its first bytes': '%PDF-',
    'with JavaScript': `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF`,
    'with a page behind it': whole + PAGES.HTML,
    'with a page inside': `%PDF-1.7\n${PAGES.HTML}`,
    'with an archive behind it': whole + PAGES.ZIP,
    'a bomb of filters': `%PDF-1.7\n1 0 obj<</Filter[${'/FlateDecode'.repeat(200)}]>>endobj`,
  }
  const samples = Object.entries(texts).map(
    ([name, text]): Sample => ({
      kind: 'whole',
      name: `PDF: ${name}`,
      bytes: Buffer.from(text),
      call: 'pdf',
    }),
  )
  const refused = ['%pdf-1.7', '\n%PDF-1.7', '%PD', '\ufeff%PDF-1.7', '%PDF', `${PAGES.HTML}%PDF-1.7`]
  return [
    ...samples,
    ...samples.map(
      (sample): Sample => ({
        ...sample,
        kind: 'wrong magic',
        call: 'image',
        name: `${sample.name}, as a picture`,
      }),
    ),
    ...refused.map(
      (text): Sample => ({
        kind: 'wrong magic',
        name: JSON.stringify(text),
        bytes: Buffer.from(text),
        call: 'pdf',
      }),
    ),
  ]
}
