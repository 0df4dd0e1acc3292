import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { ownFile } from '../server/lib/own-files.ts'
import type { CvParts } from './cv-parts.ts'

const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 48
const SIDE = 178
const MAIN_X = SIDE + 34
const MAIN_WIDTH = PAGE.width - MAIN_X - MARGIN
const BOTTOM = PAGE.height - MARGIN

const INK = '#17211D'
const MUTED = '#56635D'
const RIVER = '#0F766E'
const SAND = '#F3EEE3'

/** A curriculum of one or two pages as PDF; the portrait is a PNG or JPEG. */
export function renderCv(parts: CvParts, portrait: Buffer | undefined): Promise<Buffer> {
  const { developer, now } = parts
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    // Without a fixed date every run would give other bytes.
    info: {
      Title: `${developer.name} ${developer.surname}`,
      Author: `${developer.name} ${developer.surname}`,
      CreationDate: new Date(now),
    },
  })
  const finished = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  for (const [name, bytes] of Object.entries(FONTS)) document.registerFont(name, bytes)
  drawSide(document, parts, portrait)
  drawMain(document, parts)
  document.end()
  return finished
}

/**
 * The standard fonts of PDF know Latin-1 only, and pdfkit cannot embed accented letters from WOFF2; so three
 * weights of the interface's fonts lie here as TrueType (SIL Open Font License).
 */
const FONTS = {
  text: readFont('inter-regular.ttf'),
  strong: readFont('inter-semibold.ttf'),
  heading: readFont('bricolage-bold.ttf'),
}

function readFont(name: string) {
  return readFileSync(ownFile(`server/fonts/${name}`))
}

type Document = InstanceType<typeof PDFDocument>

type Font = keyof typeof FONTS

/** Writes a paragraph and gives the line below it. */
function write(
  document: Document,
  font: Font,
  value: string,
  [x, y]: [number, number],
  size: number,
  color: string,
  width: number,
) {
  document.font(font).fontSize(size).fillColor(color)
  document.text(value, x, y, { width, lineGap: font === 'text' ? size * 0.28 : 0 })
  return document.y
}

function drawSide(document: Document, { developer }: CvParts, portrait: Buffer | undefined) {
  document.rect(0, 0, SIDE, PAGE.height).fill(SAND)
  const x = 28
  const width = SIDE - 2 * 24
  let y = 56
  if (portrait) {
    document
      .save()
      .circle(x + 45, y + 45, 45)
      .clip()
    document.image(portrait, x, y, { width: 90, height: 90 })
    document.restore()
    y += 114
  }
  const section = (title: string, lines: string[]) => {
    if (lines.length === 0) return
    y = write(document, 'heading', title, [x, y], 11, RIVER, width) + 5
    for (const line of lines) y = write(document, 'text', line, [x, y], 8.6, INK, width) + 3
    y += 15
  }
  section(
    'Contact',
    [developer.email, developer.phone, developer.location].filter((line) => line !== ''),
  )
  section('Skills', developer.skills)
  section(
    'Languages',
    developer.languages.map(({ language, languageLevel }) => `${language}, ${languageLevel}`),
  )
  section(
    'On the web',
    [developer.linkedin, developer.github]
      .filter((link) => link !== '')
      .map((link) => link.replace(/^https:\/\/(www\.)?/, '')),
  )
}

function drawMain(document: Document, { developer, experiences, studies, projects }: CvParts) {
  let y = 54
  let pages = 1
  const ensure = (height: number) => {
    if (y + height <= BOTTOM) return
    document.addPage({ size: 'A4', margin: 0 })
    document.rect(0, 0, SIDE, PAGE.height).fill(SAND)
    y = 56
    pages += 1
  }
  const heightOf = (value: string, size: number) =>
    document
      .font('text')
      .fontSize(size)
      .heightOfString(value, { width: MAIN_WIDTH, lineGap: size * 0.28 })
  const title = (value: string) => {
    ensure(80)
    y = write(document, 'heading', value, [MAIN_X, y + 6], 13, RIVER, MAIN_WIDTH) + 2
    document
      .moveTo(MAIN_X, y)
      .lineTo(MAIN_X + MAIN_WIDTH, y)
      .lineWidth(0.6)
      .strokeColor('#CFD8D2')
      .stroke()
    y += 9
  }
  const entry = (head: string, line: string, text: string) => {
    ensure(34 + heightOf(text, 9))
    y = write(document, 'strong', head, [MAIN_X, y], 10, INK, MAIN_WIDTH) + 1
    y = write(document, 'text', line, [MAIN_X, y], 8.6, MUTED, MAIN_WIDTH) + 2
    if (text !== '') y = write(document, 'text', text, [MAIN_X, y], 9, INK, MAIN_WIDTH)
    y += 11
  }

  y =
    write(document, 'heading', `${developer.name} ${developer.surname}`, [MAIN_X, y], 26, INK, MAIN_WIDTH) + 2
  y = write(document, 'text', developer.professionalPosition, [MAIN_X, y], 12, RIVER, MAIN_WIDTH) + 12
  y = write(document, 'text', developer.description, [MAIN_X, y], 9.4, INK, MAIN_WIDTH) + 14

  if (experiences.length > 0) title('Experience')
  for (const job of experiences) {
    entry(job.position, `${job.company}  ·  ${period(job)}`, job.description)
  }
  if (studies.length > 0) title('Studies')
  for (const study of studies)
    entry(study.degree, `${study.instituteName}  ·  ${period(study)}`, study.description)
  if (projects.length > 0) title('Selected projects')
  for (const [place, project] of projects.entries()) {
    const text = project.description.split('\n')[0] ?? ''
    // A second page for one more project would be a poor page.
    if (place > 0 && pages === 1 && y + 34 + heightOf(text, 9) > BOTTOM) break
    entry(project.title, `${project.professionalRole}  ·  ${project.year}`, text)
  }
}

type Dated = { startDate: string; endDate: string | null }

const month = (value: string) => `${value.slice(5)}/${value.slice(0, 4)}`
const period = ({ startDate, endDate }: Dated) =>
  `${month(startDate)} - ${endDate ? month(endDate) : 'today'}`
